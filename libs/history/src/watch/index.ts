export {
  type Following,
  WatchService,
  type Watch,
  type WatchBatch,
  type WatchOptions,
  type WatchRequest,
} from './watch.service.js';
export type { HeadEvent, HeadSign, HeadsRequest } from './followed-heads.js';
