export { accessTo, demand, rolesIn, type Access, type AccessFacts } from './access.js';
export { Denied } from './denied.js';
export { giveNamespace, namespacesMade, ownerOfNamespace } from './namespace-owner.store.js';
export { held, holds } from './held-roles.js';
export { hasWholeSight, inSight, sees, sightOf, type Sight } from './sight.js';
