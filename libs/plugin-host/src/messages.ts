import type { Normalization, ReasonTemplate, StatusCode } from '#scheduler';
import type { MessagePort } from 'node:worker_threads';

/** What a plugin is, as its module says: plain data. */
export interface PluginDescription {
  readonly name: string;
  /** JSON schema of its args; null: it takes none. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly reasons: readonly ReasonTemplate[];
  readonly reach: 'static' | 'node' | 'cluster';
  readonly normalization: Exclude<Normalization, 'custom'>;
  readonly filters: boolean;
  readonly scores: boolean;
  /** Whether it sees the pods of a node. */
  readonly pods: boolean;
}

/** A module that holds a plugin. */
export interface PluginModule {
  /** As the operator named it. */
  readonly path: string;
  /** The file that is imported. */
  readonly entry: string;
  /** What its digest is over, in byte order of the paths. */
  readonly files: readonly string[];
  /** SHA-256 over the files, hexadecimal. */
  readonly digest: string;
}

/** A plugin that may be asked. */
export interface LoadedPlugin extends PluginModule {
  readonly description: PluginDescription;
}

/** What a plugin's thread is started with. */
export interface ThreadStart {
  readonly entry: string;
  readonly port: MessagePort;
  readonly control: SharedArrayBuffer;
}

/** The place of the state in `control`, and what it may be. */
export const STATE = 0;
export const IDLE = 0;
export const ANSWERED = 1;
export const ENDED = 2;
/** The place of the reason why the thread ended: one of `ENDINGS`, and of its exit code. */
export const ENDING = 1;
export const EXIT_CODE = 2;
export const ENDINGS = { exited: 0, outOfMemory: 1, failed: 2 } as const;
export const CONTROL_BYTES = 12;

/** What a thread has been sent once and may be asked about again by its number: a JSON text. */
export type Fact = readonly [id: number, json: string];

/** How full nodes are, one after the other. */
export interface Loads {
  readonly resources: readonly string[];
  /** Requested amounts: of each node all resources. */
  readonly amounts: Float64Array;
}

/** The pods of nodes: those of the n-th stand before `ends[n]`. */
export interface PodLists {
  readonly ids: Int32Array;
  readonly ends: Int32Array;
}

/** One question about many nodes. Pod, args and nodes are numbers of facts. */
export interface Question {
  readonly point: 'filter' | 'score';
  /** Nothing that was sent before is valid any more. */
  readonly forget: boolean;
  readonly facts: readonly Fact[];
  readonly pod: number;
  readonly args: number;
  readonly nodes: Int32Array;
  /** Null where the plugin's reach is `static`. */
  readonly loads: Loads | null;
  /** Null where it does not look at pods. */
  readonly pods: PodLists | null;
}

/** Why a node does not fit. */
export interface Verdict {
  readonly code: Exclude<StatusCode, 'Error'>;
  readonly reasons: readonly string[];
}

/** What comes back: `verdicts` are 0 or 1 more than an index of `answers`. */
export type Reply =
  | { readonly kind: 'ready'; readonly description: PluginDescription }
  | { readonly kind: 'filtered'; readonly verdicts: Int32Array; readonly answers: readonly Verdict[] }
  | { readonly kind: 'scored'; readonly scores: Float64Array }
  | { readonly kind: 'failed'; readonly message: string };

/** Bounds of what a plugin may answer: all of it is stored as evidence. */
export const LONGEST_REASON = 256;
export const MOST_REASONS = 8;
export const MOST_ANSWERS = 1_000;
