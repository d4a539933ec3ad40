export { accessTo, demand, meetsNeed, rolesIn, type Access, type AccessFacts } from './access.js';
export {
  bringNamespaceTeams,
  giveNamespace,
  hasNamespace,
  namespacesMade,
  ownerOfNamespace,
  takenNamespaces,
} from './namespace-owner.store.js';
export { held, holds } from './held-roles.js';
export { seenManifest, seenObject, seesObject, withUnseen, type Placed } from './seen-object.js';
export { hasWholeSight, sightOf, type SightColumns } from './visibility-of.js';
export { requireWhole } from './whole.js';
export { ALL_IN_SIGHT, sees, type Sight } from './visibility.js';
export { inSight, objectInSight } from './visibility.queries.js';
