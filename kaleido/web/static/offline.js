/** Lets the page work without a network, and brings new versions in when it is opened. */

async function keep() {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // A new version that waits takes over before anything is played, unless the old one is open in another tab, too; the
  // page then starts once more with it.
  const known = await serviceWorker.getRegistration();
  if (known?.waiting) {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    known.waiting.postMessage("take over");
  }
  await serviceWorker.register(new URL("../worker.js", import.meta.url));
}

keep().catch(() => { /* Forbidden, or no secure address: the page works with a network. */ });
