export { findDuplicateKey, type DuplicateKey } from './duplicate-key.js';
export type { Manifest, ManifestProblem } from './manifest.js';
export { readManifests, type ReadManifestsOptions } from './read-manifests.js';
