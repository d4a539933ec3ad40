export { RevisionHistory, type ControllerRevision, type Latest, type Revised } from './revision-history.js';
