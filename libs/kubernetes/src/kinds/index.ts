export { allKinds, findKind, findKindByName, findResource, type KindDescription, type KindName } from './kinds.js';
