import { Operations } from '../../ground/operation/index.js';
import { OperationsModule } from '../operations/index.js';
import {
  archiveHistory,
  archiveResult,
  downloadArchivedLedger,
  downloadArchivedTraces,
  getArchive,
  getArchivedDecision,
  getArchivedTrace,
  listArchives,
  listClusterArchives,
  startArchiving,
} from './archives.operations.js';

const SERVICE = [archiveHistory, startArchiving, listArchives];
const CLUSTER = [
  listClusterArchives,
  getArchive,
  downloadArchivedLedger,
  downloadArchivedTraces,
  getArchivedDecision,
  getArchivedTrace,
];

@Operations([...SERVICE, ...CLUSTER], { imports: [OperationsModule], providers: [archiveResult] })
export class ArchivesModule {}
