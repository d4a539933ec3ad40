export { ArchivesModule } from './archives.module.js';
