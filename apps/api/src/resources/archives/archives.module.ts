import { Operations } from '../../ground/operation/index.js';
import {
  archiveHistory,
  downloadArchivedLedger,
  downloadArchivedTraces,
  getArchive,
  getArchivedDecision,
  getArchivedTrace,
  listArchives,
  listClusterArchives,
} from './archives.operations.js';

const SERVICE = [archiveHistory, listArchives];
const CLUSTER = [
  listClusterArchives,
  getArchive,
  downloadArchivedLedger,
  downloadArchivedTraces,
  getArchivedDecision,
  getArchivedTrace,
];

@Operations([...SERVICE, ...CLUSTER])
export class ArchivesModule {}
