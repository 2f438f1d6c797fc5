/* global VERSION, FILES, clients, registration, skipWaiting */
// Keeps all files of the site, so that it works without a network. A new version is fetched whole beside the old one
// and takes its place when a page is opened while no other one is, never under a page that is open.
const CACHE = `kaleido-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(
    FILES.map((name) => new Request(name, { cache: "no-cache" })),
  )));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("kaleido-") && name !== CACHE) await caches.delete(name);
    }
    await clients.claim();
  })());
});

addEventListener("message", (event) => {
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const isAlone = open.filter(({ url }) => url.startsWith(registration.scope)).length === 1;
    if (event.data === "take over" && isAlone) await skipWaiting();
  })());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  })());
});
