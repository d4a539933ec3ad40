export { RevisionsModule } from './revisions.module.js';
