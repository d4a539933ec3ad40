export { REVISION_COLUMNS, sealedOf, type RevisionRow } from './revision-row.js';
