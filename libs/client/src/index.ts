export type { Answer, Init, Item, Method, PagedPath, Path, Schemas } from './api-types.js';
export { BerthClient, MERGE_PATCH, type ClientOptions, type RawInit } from './berth-client.js';
export { watchChanges, type ChangeEvent, type WatchOptions } from './changes.js';
export { clusterRef } from './cluster-ref.js';
export { importObjects } from './manifests.js';
export { endOfOperation, startClockMove, startComparison, startReplay, startVerification } from './operations.js';
export { endOfRun } from './runs.js';
export { AnswerCutOff, ServiceError, ServiceUnreachable, type Problem } from './service-error.js';
export { eventsOf, linesOf, type ServerEvent } from './streams.js';
