export { checkDriverName } from './file-rules.js';
export { SHARED_SOURCES, type SourceRule } from './source-rules.js';
export { defaultSource, defaultVolume } from './volume-defaults.js';
export { checkVolumes } from './volume-rules.js';
export type { Projection, SharedSources, Volume } from './volume-sources.js';
export { sharedSources, volumes } from './volumes.js';
