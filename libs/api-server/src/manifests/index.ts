export { readFirstDocument } from './first-document.js';
export { findDuplicateKeys, type DuplicateKey } from './duplicate-key.js';
export type { DuplicateField, Manifest, ManifestProblem } from './manifest.js';
export { mistakenObject } from './mistaken-input.js';
export { convertOldVersion } from './old-versions.js';
export { readManifests, type ReadManifestsOptions } from './read-manifests.js';
