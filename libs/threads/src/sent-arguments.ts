import { chunkAnswers, type Chunk, type ChunkAnswers } from './chunks.js';

/** Where a value stands in the arguments: the index of one, and the fields that lead to it. */
type Path = readonly (string | number)[];

/** Arguments of a job on their way: plain data, and the places of everything else, which stays with the caller. */
export interface SentArguments {
  readonly values: readonly unknown[];
  readonly callbacks: readonly Path[];
  readonly streams: readonly Path[];
  readonly signals: readonly Path[];
}

type Callback = (...values: unknown[]) => unknown;

/** What stays with the caller, in the order of its places. */
export interface KeptArguments {
  readonly callbacks: readonly Callback[];
  readonly streams: readonly ChunkAnswers[];
  /** Where there are several, the first counts. */
  readonly signal: AbortSignal | undefined;
}

/** What stands for it on the other side. */
export interface StandIns {
  readonly callback: (index: number) => Callback;
  readonly stream: (index: number) => AsyncIterable<Chunk>;
  readonly signal: AbortSignal;
}

/** Sorts what can be sent from what stays. Lists are plain data as a whole. */
export function partedArguments(args: readonly unknown[]): {
  readonly sent: SentArguments;
  readonly kept: KeptArguments;
} {
  const callbacks = new Map<Path, Callback>();
  const streams = new Map<Path, ChunkAnswers>();
  const signals = new Map<Path, AbortSignal>();
  const plain = (value: unknown, path: Path): unknown => {
    if (typeof value === 'function') callbacks.set(path, value as Callback);
    else if (value instanceof AbortSignal) signals.set(path, value);
    else if (isStream(value)) streams.set(path, chunkAnswers(value));
    else if (!isPlainObject(value)) return value;
    else return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field, [...path, name])]));
    return undefined;
  };
  const values = args.map((value, index) => plain(value, [index]));
  return {
    sent: { values, callbacks: [...callbacks.keys()], streams: [...streams.keys()], signals: [...signals.keys()] },
    kept: { callbacks: [...callbacks.values()], streams: [...streams.values()], signal: [...signals.values()][0] },
  };
}

/** The arguments as the job takes them. */
export function joinedArguments(sent: SentArguments, { callback, stream, signal }: StandIns): unknown[] {
  const { callbacks, streams, signals } = sent;
  const args = [...sent.values];
  for (const [index, path] of callbacks.entries()) put(args, path, callback(index));
  for (const [index, path] of streams.entries()) put(args, path, stream(index));
  for (const path of signals) put(args, path, signal);
  return args;
}

/** The objects on the way are copies, which nothing else has. */
function put(args: unknown[], path: Path, value: unknown): void {
  const last = path.at(-1) ?? 0;
  const owner = path.slice(0, -1).reduce<unknown>((object, name) => (object as Fields)[name], args);
  (owner as Fields)[last] = value;
}

type Fields = Record<string | number, unknown>;

function isStream(value: unknown): value is AsyncIterable<Chunk> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
