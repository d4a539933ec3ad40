export { accessTo, demand, rolesIn, type Access, type AccessFacts } from './access.js';
export { Denied } from './denied.js';
export {
  giveNamespace,
  hasNamespace,
  namespacesMade,
  ownerOfNamespace,
  takenNamespaces,
} from './namespace-owner.store.js';
export { held, holds } from './held-roles.js';
export { seenManifest, seenObject, seesObject, withUnseen, type Placed } from './seen-object.js';
export { hasWholeSight, sightOf, type SightColumns } from './sight.js';
export { requireWhole } from './whole.js';
