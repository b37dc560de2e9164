// Passkeys, as the browser has them; the server checks them.

import { post } from "./api.js";

/** Only where nobody can listen in, and in browsers of our days. */
export const canUsePasskeys = () => Boolean(globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON);

export async function addPasskey() {
  const options = await post("/api/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  return post("/api/me/passkeys", credential.toJSON());
}

export async function usePasskey() {
  const options = await post("/api/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  return post("/api/passkey", credential.toJSON());
}
