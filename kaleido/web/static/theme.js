// Runs before the first paint, so that neither the other theme nor English words flash.
{
  const root = document.documentElement;
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("kaleido") ?? "{}") ?? {};
  } catch { /* The page follows the system and the browser. */ }
  const { theme, language } = kept;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const known = root.dataset.languages?.split(" ") ?? [];
  const wanted = [language, ...navigator.languages].map((each) => String(each).split("-")[0]);
  const spoken = wanted.find((each) => known.includes(each));
  if (spoken && spoken !== "en") {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", as: "json", href: root.getAttribute(`data-words-${spoken}`) });
    document.head.append(link);
    // The page is shown when its words have loaded, or after a timeout.
    root.dataset.mute = "";
    setTimeout(() => delete root.dataset.mute, 1000);
  }
}
