// The service worker: it shows notices while no page of the portal is open.

self.addEventListener("push", (event) => {
  const { text, path, tag } = event.data.json();
  const shown = { body: text, tag, data: path, icon: "/static/icon.svg" };
  event.waitUntil(self.registration.showNotification("Outwit", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data, self.location.origin).href));
});

async function open(address) {
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find((each) => each.url === address);
  return page ? page.focus() : self.clients.openWindow(address);
}
