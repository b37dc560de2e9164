"""Passkeys (WebAuthn): a device or a password manager knows somebody again who has lost their cookie."""

import base64
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import bytes_to_base64url, options_to_json_dict, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from ludotheque.i18n.language import SHARED
from ludotheque.tables.errors import NotAllowed, TableRefusal
from ludotheque.tables.storage import Keys, Passkey
from ludotheque.tables.storage.keys import MOST_PASSKEYS
from ludotheque.web.security import check_depth

_ = SHARED.text

CHALLENGE_SECONDS = 300
_ADDING, _KNOWING = "passkey new", "passkey"
Verified = TypeVar("Verified")


@dataclass(frozen=True)
class Site:
    """The server as a browser knows it; passkeys are bound to its name."""

    root: str  # https://games.example.org

    @property
    def name(self) -> str:
        """What passkeys are bound to."""
        return urlsplit(self.root).hostname or ""


async def options_to_add(keys: Keys, site: Site, person: str, name: str, now: float) -> dict[str, Any]:
    """What a browser needs to make a passkey for a person."""
    known = await keys.passkeys(person)
    if len(known) >= MOST_PASSKEYS:
        raise TableRefusal("passkey", _("you have {most} passkeys; that is enough", most=MOST_PASSKEYS))
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Ludothèque",
        user_id=hashlib.sha256(person.encode()).digest(),
        user_name=name,
        challenge=await _challenge(keys, _ADDING, person, now),
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(one.id)) for one in known],
    )
    return options_to_json_dict(options)


async def add(keys: Keys, site: Site, person: str, credential: dict[str, Any], now: float) -> None:
    """Remember the passkey that the browser has made."""
    challenge, asked_by = await _answered(keys, _ADDING, credential, now)
    if asked_by != person:
        raise NotAllowed("passkey", _("this passkey was made for somebody else"))
    made = _checked(
        lambda: webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.root,
        )
    )
    id = bytes_to_base64url(made.credential_id)
    await keys.add_passkey(Passkey(id, person, made.credential_public_key, made.sign_count, now))


async def options_to_know(keys: Keys, site: Site, now: float) -> dict[str, Any]:
    """What a browser needs to show any passkey for this site."""
    challenge = await _challenge(keys, _KNOWING, "", now)
    return options_to_json_dict(
        webauthn.generate_authentication_options(rp_id=site.name, challenge=challenge)
    )


async def person_of(keys: Keys, site: Site, credential: dict[str, Any], now: float) -> str:
    """Whose passkey the browser has shown."""
    challenge, _nobody = await _answered(keys, _KNOWING, credential, now)
    passkey = await keys.passkey(_checked(lambda: bytes_to_base64url(_bytes(credential["id"]))))
    if passkey is None:
        raise NotAllowed("passkey", _("this passkey is not known here"))
    shown = _checked(
        lambda: webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.root,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.uses,
        )
    )
    await keys.count_use(passkey.id, shown.new_sign_count)
    return passkey.person


async def _challenge(keys: Keys, what: str, person: str, now: float) -> bytes:
    """A challenge that can be answered once."""
    challenge = secrets.token_bytes(32)
    await keys.store_code(hashlib.sha256(challenge).hexdigest(), what, person, now, CHALLENGE_SECONDS)
    return challenge


async def _answered(keys: Keys, what: str, credential: dict[str, Any], now: float) -> tuple[bytes, str]:
    """The challenge that a browser has answered, which is used up by this, and whose it was."""
    data = _checked(lambda: _client_data(credential))
    check_depth(data)
    challenge = _checked(lambda: parse_client_data_json(data).challenge)
    person = await keys.take_code(hashlib.sha256(challenge).hexdigest(), what, now)
    if person is None:
        raise NotAllowed("passkey", _("that took too long; try again"))
    return challenge, person


def _client_data(credential: dict[str, Any]) -> bytes:
    return _bytes(credential["response"]["clientDataJSON"])


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _checked(work: Callable[[], Verified]) -> Verified:
    """The result, or a refusal if what the browser sent is not what it should be."""
    try:
        return work()
    except (WebAuthnException, ValueError, KeyError, TypeError, AttributeError) as error:
        why = _("this passkey cannot be used: {reason}", reason=str(error) or type(error).__name__)
        raise NotAllowed("passkey", why) from None
