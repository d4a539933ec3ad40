export { idempotently, type IdempotentRequest, type Keep } from './idempotently.js';
export { KEPT_FOR_MS, removeExpiredKeys } from './idempotency.store.js';
