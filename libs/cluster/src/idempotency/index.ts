export { idempotently, type IdempotentRequest, type Keep } from './idempotently.js';
export { removeExpiredKeys } from './idempotency.store.js';
