export { nextAttempt } from './backoff.js';
export { contentIn, fileName, type Content } from './contents.js';
export { DeliveryFailed } from './failed.js';
export { BUCKET_REFUSED, writeFileTo, type DeliveryPlaces } from './stored.js';
export { readTarget, type Target } from './target.js';
export { sendWebhook, urlProblem, type WebhookSettings } from './webhook.js';
