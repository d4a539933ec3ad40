export { importManifests } from './import.command.js';
export { inFiles } from './in-files.js';
export { Manifests } from './manifests.js';
export { problemInWords } from './problem-in-words.js';
