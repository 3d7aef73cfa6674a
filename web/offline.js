// offline.js: the service worker, which opens the page when there is no network. With one, every file comes from there.
//
// web/build.sh puts the list of files and a version of them in here: another version is stored as a whole, and takes the
// place of this one.
const NAME = "wend @VERSION@";
const FILES = ["./", "wend/" + new URL(location.href).searchParams.get("engine"), @FILES@];

self.addEventListener("install", (event) => {
    const store = async () => {
        const cache = await caches.open(NAME);
        await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
        await self.skipWaiting();
    };
    event.waitUntil(store());
});

self.addEventListener("activate", (event) => {
    const replace = async () => {
        for (const name of await caches.keys()) if (name.startsWith("wend ") && name !== NAME) await caches.delete(name);
        await self.clients.claim();
    };
    event.waitUntil(replace());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
    const answer = async () => {
        try {
            return await fetch(request);
        } catch (error) {
            const stored = await (await caches.open(NAME)).match(request, { ignoreSearch: true });
            if (!stored) throw error;
            return stored;
        }
    };
    event.respondWith(answer());
});
