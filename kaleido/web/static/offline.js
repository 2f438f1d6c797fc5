/** Lets the page work without a network, and installs new versions when it is opened. */

async function keep() {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // A waiting new version takes over before anything is played, unless the old one is open in another tab; then the
  // page reloads with it.
  const known = await serviceWorker.getRegistration();
  if (known?.waiting) {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    known.waiting.postMessage("take over");
  }
  await serviceWorker.register(new URL("../worker.js", import.meta.url));
}

keep().catch(() => { /* Forbidden, or no secure address: the page works with a network. */ });
