export type { Archive, ArchiveFile, Span } from './archive.js';
export {
  archiveUpTo,
  archivesWithin,
  findArchive,
  insertArchive,
  lastArchive,
  listArchives,
  type ArchiveCursor,
  type RevisionSpan,
  type StoredArchive,
} from './archive.store.js';
export { refuseArchived, refuseIn } from './refuse-archived.js';
