export { ArchivesModule } from './archives.module.js';
export { archiveWork } from './archive-work.js';
