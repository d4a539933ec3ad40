export { type Export, ExportService } from './export/index.js';
export {
  ImportLane,
  type ImportReport,
  type ImportRequest,
  ImportService,
  mattersIgnored,
  type OnError,
  whyIgnored,
} from './import/index.js';
export { clusterOfObservationTopic, disruptionOf, MirrorService, unschedulableOf } from './mirror/index.js';
