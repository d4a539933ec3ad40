export { importManifests } from './import.command.js';
export { readManifestText } from './manifests.js';
export { problemInWords } from './problem-in-words.js';
