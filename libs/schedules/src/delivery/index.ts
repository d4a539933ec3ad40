export { nextAttempt } from './backoff.js';
export { contentIn, fileName, type Content } from './contents.js';
export { writeFileWhole } from './file.js';
export { readTarget, type Target } from './target.js';
export { DeliveryFailed, sendWebhook, urlProblem, type WebhookSettings } from './webhook.js';
