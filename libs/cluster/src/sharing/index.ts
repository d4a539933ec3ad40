export type { GrantRow } from './grant.store.js';
export { SharingService, type NamespaceOwner, type NewGrant } from './sharing.service.js';
