export { findKind, findKindByName, findResource, KINDS, type Kind, type KindName } from './kinds.js';
