/** Numbers and sentences as people read them. */

/**
 * Writes a whole number with thousands separators.
 * @param {number} value
 */
export function thousands(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/**
 * Counts things: 1 piece, 2 pieces.
 * @param {number} number
 * @param {string} thing
 */
export function count(number, thing, things = `${thing}s`) {
  return `${thousands(number)} ${number === 1 ? thing : things}`;
}

/**
 * Writes seconds as 0:07 or 1:02:03.
 * @param {number} seconds
 */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  /** @param {number} number */
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/**
 * Writes a number of the score without needless digits.
 * @param {number} number
 */
export function short(number) {
  return String(Math.round(number * 100) / 100);
}

/**
 * Makes a sentence of a message.
 * @param {string} text
 */
export function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/**
 * Quotes what somebody wrote, shortened if it is long.
 * @param {string} text
 */
export function quoted(text, most = 40) {
  return `“${text.length > most ? `${text.slice(0, most - 1)}…` : text}”`;
}
