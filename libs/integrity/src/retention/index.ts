export { ArchiveFolder } from './archive-folder.js';
export {
  ArchiveService,
  type ArchivedDecisionRequest,
  type ArchivePage,
  type OpenArchiveFile,
} from './archive.service.js';
export {
  joinReports,
  RetentionService,
  type ArchiveReport,
  type ArchiveStep,
  type RetentionOptions,
} from './retention.service.js';
export { keptSince, type RetentionTime } from './kept-since.js';
export { readArchiveFile, type ReadArchiveFile } from './read-archive-file.js';
export { measuring, type WrittenFile } from './gzip-file.js';
