export { type IgnoredKind, mattersIgnored, whyIgnored } from './ignored-kinds.js';
export { itemOf } from './import-item.js';
export { ItemList } from './item-list.js';
export { ImportLane } from './import-lane.js';
export type { ImportChange, ImportReport } from './import-report.js';
export {
  ImportService,
  type ImportKey,
  type ImportRequest,
  type OnError,
  type OnLoss,
  type OnQuota,
} from './import.service.js';
