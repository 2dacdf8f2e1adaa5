// Whoever signs out in a browser is not told anything in it any more.

const worker = await navigator.serviceWorker?.getRegistration("/");
const found = await worker?.pushManager?.getSubscription();
await found?.unsubscribe();
