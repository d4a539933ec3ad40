export { isKeyLike, isSecret, keyText, newKey, parseKey, secretHash, type ApiKeyParts } from './api-key.js';
export { findKey, touchKeys, type KnownKey } from './key.store.js';
export { AdminKeyError, provideAdminKey } from './admin-key.js';
export { keepKey, KeyService, type CreatedKey, type NewKey, type ShownKey } from './key.service.js';
