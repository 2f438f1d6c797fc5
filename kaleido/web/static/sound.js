/** Short synthesised sounds; silent unless the player has switched them on. */

import { settings } from "./settings.js";

/** A note: its start and length in seconds, its frequency and the one it glides to, its strength.
 * @typedef {{at?: number, long: number, from: number, to?: number, wave?: OscillatorType, loud?: number}} Note */

/** The chord that rises when a board is solved. */
const CHORD = [392, 523.25, 587.33, 783.99, 1046.5];

/** @type {Record<"take"|"place"|"clash"|"win", Note[]>} */
const SOUNDS = {
  take: [{ long: 0.07, from: 520, to: 680, loud: 0.5 }],
  place: [{ long: 0.09, from: 330, to: 180, wave: "triangle" }, { long: 0.04, from: 1500, to: 500, loud: 0.25 }],
  clash: [{ long: 0.1, from: 150, to: 120, wave: "square", loud: 0.3 },
    { at: 0.12, long: 0.14, from: 120, to: 95, wave: "square", loud: 0.3 }],
  win: CHORD.flatMap((from, number) => [
    { at: number * 0.11, long: 1.1, from, loud: 0.5 },
    { at: number * 0.11, long: 0.7, from: from * 3, loud: 0.08 },
  ]),
};

/** The volume of a note of strength 1. */
const VOLUME = 0.22;
/** The seconds in which a note swells, so that it does not click. */
const SWELL = 0.006;

/** @type {AudioContext|null} */
let audio = null;

/** Plays a sound, if the player wants sounds.
 * @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
  } catch {
    return;
  }
  // Browsers suspend audio until the player has touched the page.
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const note of SOUNDS[name]) play(audio, note);
}

/** @param {AudioContext} context @param {Note} note */
function play(context, { at = 0, long, from, to = from, wave = "sine", loud = 1 }) {
  const start = context.currentTime + at;
  const end = start + long;
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = wave;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, end);
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loud * VOLUME, start + SWELL);
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.connect(level).connect(context.destination);
  tone.start(start);
  tone.stop(end);
}
