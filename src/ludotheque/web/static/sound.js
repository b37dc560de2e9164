// Sounds, made on the spot: wood on a table, a chime for one's turn. The switch is remembered.

import { byId } from "./dom.js";

const OFF = "ludotheque-quiet";

export function sounds() {
  const button = byId("sound");
  let context = null;
  let on = localStorage.getItem(OFF) === null;

  function tone(frequency, at, length, volume, type = "sine") {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at;
    oscillator.type = type;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(volume, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  }

  /** A short burst of filtered noise: a piece set down. */
  function knock(at, pitch) {
    const length = Math.floor(context.sampleRate * 0.06);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let k = 0; k < length; k += 1) samples[k] = (Math.random() * 2 - 1) * (1 - k / length) ** 6;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    const gain = context.createGain();
    source.buffer = buffer;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    filter.Q.value = 1.2;
    gain.gain.value = 0.5;
    source.connect(filter).connect(gain).connect(context.destination);
    source.start(context.currentTime + at);
  }

  /** A browser lets a page sound only after somebody has touched it. */
  function play(make) {
    if (!on || !navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    context.resume();
    make();
  }

  function show() {
    button.setAttribute("aria-pressed", String(on));
  }

  button.addEventListener("click", () => {
    on = !on;
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
    show();
  });
  show();

  return {
    move: () => play(() => knock(0, 900 + Math.random() * 300)),
    turn: () => play(() => [659, 880].forEach((pitch, k) => tone(pitch, k * 0.11, 0.35, 0.08))),
    chat: () => play(() => tone(1180, 0, 0.12, 0.05, "triangle")),
    refused: () => play(() => tone(170, 0, 0.16, 0.1, "triangle")),
    end: () => play(() => [523, 659, 784, 1047].forEach((pitch, k) => tone(pitch, k * 0.13, 0.6, 0.07))),
  };
}
