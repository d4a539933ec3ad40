export { lookupsOf } from './lookups.js';
export { Writer, type Write, type Written } from './writer.js';
