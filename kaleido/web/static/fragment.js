/** The state in the URL's fragment: `#tab=play&pattern=rxrx…/…&placed=wand@0,3:front;…`. */

/** Reads the fragment. */
export function readFragment(hash = location.hash) {
  const state = {};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    try {
      state[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
    } catch { /* not ours */ }
  }
  return state;
}

/** Writes the fragment, without a new entry in the browser's history. */
export function writeFragment(state) {
  const parts = Object.entries(state).filter(([, value]) => value !== "" && value !== null)
    .map(([name, value]) => `${name}=${encode(String(value))}`);
  const hash = `#${parts.join("&")}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

// What people can read stays as it is: these are allowed in a fragment.
function encode(text) {
  return encodeURIComponent(text)
    .replaceAll("%2F", "/").replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3A", ":")
    .replaceAll("%3B", ";").replaceAll("%3F", "?");
}
