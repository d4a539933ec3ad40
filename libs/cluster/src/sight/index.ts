export { seesWhole, sightOf, type SightColumns } from './sight-of.js';
export { seenManifest, seenObject, seesObject, type Placed } from './seen-object.js';
export { requireWhole } from './whole.js';
