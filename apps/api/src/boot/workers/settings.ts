import type { StandbyNotice, StatementTimeouts } from '#database';
import type { LoadedPlugin } from '#plugin-host';
import type { EndedRun, ExtenderCall, RunProgressReport } from '#scheduling';
import type { SpanSettings } from '#spans';
import type { SentError } from '#threads';
import type { MemoryShares } from '../memory.js';
import type { ThreadMeasures } from '../../resources/metrics/index.js';

/** What a scheduling worker is started with. */
export interface WorkerSettings {
  readonly url: string;
  /** A hot standby of it, for heavy reads. */
  readonly standbyUrl: string | undefined;
  /** Connections at most, beside the one of its lease. */
  readonly poolSize: number;
  /** Beyond those, for imports. */
  readonly pacedConnections: number;
  readonly statementTimeouts: StatementTimeouts;
  /** What this worker may keep, in bytes. */
  readonly memory: Pick<MemoryShares, 'warm' | 'executor' | 'past' | 'books'>;
  /** Hosts that extenders may be called on. */
  readonly extenderHosts: readonly string[];
  /** Labels that say what a node is, beside those that are known to. */
  readonly identityLabels: readonly string[];
  /** What the values of Secrets are encrypted with. */
  readonly secretsKey: Uint8Array | undefined;
  /** Where archives lie. */
  readonly archiveFolder: string;
  /** What checkpoints are verified with, and the folder of their notes, where there is one. */
  readonly publicKeyPem: string;
  readonly notesFolder: string | undefined;
  /** Where spans go; undefined: none are made. */
  readonly spans: SpanSettings | undefined;
  /** The operator's own, and how long each may take for one pod. */
  readonly plugins: readonly LoadedPlugin[];
  readonly pluginBudgetMs: number;
  /** That of the answering thread, which this one shares. */
  readonly coreSemaphore: SharedArrayBuffer;
  /** How many runs are under way in all workers. */
  readonly openRuns: SharedArrayBuffer;
}

/** A method: the proxies have the types of its service. */
export type AnyMethod = (...args: unknown[]) => Promise<unknown>;

/** A scheduling worker: its jobs are methods of services, by `jobName`, and `close`. */
export interface SchedulingWorker {
  readonly jobs: Readonly<Record<string, AnyMethod>>;
  readonly news: WorkerNews;
}

/** Gives back what a worker has of the database. */
export const CLOSE = 'close';

/** What a scheduling worker tells beside its calls. */
export type WorkerNews =
  | { readonly kind: 'underWay'; readonly runs: ReadonlyMap<string, RunProgressReport> }
  | { readonly kind: 'runFailed'; readonly run: string; readonly error: SentError }
  | { readonly kind: 'ruleFailed'; readonly rule: string; readonly error: SentError }
  | { readonly kind: 'connectionLost'; readonly error: SentError }
  | { readonly kind: 'standby'; readonly notice: StandbyNotice }
  | { readonly kind: 'runEnded'; readonly run: EndedRun }
  | { readonly kind: 'raceLost' }
  | { readonly kind: 'extenderCalled'; readonly call: ExtenderCall }
  | ({ readonly kind: 'measured' } & ThreadMeasures)
  /** A notification, which the answering thread passes on to the listeners of this process. */
  | { readonly kind: 'notified'; readonly topic: string; readonly payload: string };
