export { afterEviction, controllerOf, MIRROR_POD, type AfterEviction } from './after-eviction.js';
