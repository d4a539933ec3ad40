export { INCLUDED_OBJECTS, partialMetadata, tableOf, type IncludedObject, type MetaVersion } from './table.js';
