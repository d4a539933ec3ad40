import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { HeapLimits } from '#threads';

const MEBIBYTE = 2 ** 20;

/** How the memory of the process is dealt out; all sizes in bytes. */
export interface MemoryShares {
  /** What the process is to take at most. */
  readonly bytes: number;
  /** Clusters that stay in memory between runs, all threads together. */
  readonly warm: number;
  /** What is learnt of the classes of one of them. */
  readonly executor: number;
  /** Past states: of the thread that answers, and once more of the others together, which replay. */
  readonly past: number;
  /** Books of disruption budgets: likewise. */
  readonly books: number;
  /** Queries of GraphQL that were parsed: of the thread that answers. */
  readonly documents: number;
  /** Bounds of the heap of each other thread; undefined where there is so much that V8's own will do. */
  readonly heap: HeapLimits | undefined;
}

/** What caches take at most, however much there is. */
const MOST = {
  warm: 2_048 * MEBIBYTE,
  executor: 1_024 * MEBIBYTE,
  past: 512 * MEBIBYTE,
  books: 200 * MEBIBYTE,
  documents: 20 * MEBIBYTE,
} as const;

/** The program itself, one scheduling worker, and what a request takes while it is answered. */
const RESERVE = 320 * MEBIBYTE;

/** What there is to deal out at least. */
const LEAST = 64 * MEBIBYTE;

/** With more than this the caches have all that they can use, and nothing else is bounded. */
const PLENTY = 4_096 * MEBIBYTE;

/** A thread takes some 60 MiB before it does anything, and a run of 10,000 pods as much again several times. */
const MEMORY_OF_THREAD = 384 * MEBIBYTE;

/** Least that a heap needs: a part of 10,000 pods on 5,000 nodes and its traces. */
const LEAST_HEAP = 256 * MEBIBYTE;

/** How far a heap may grow beyond what lives in it before it is collected, in percent, where there is not plenty. */
const SLACK_PERCENT = 10;

/** Deals out what so many bytes leave beside the reserve. */
export function sharesOf(bytes: number): MemoryShares {
  const room = Math.max(LEAST, bytes - RESERVE);
  const share = (most: number, part: number): number => Math.min(most, Math.floor(room / part));
  const isPlenty = bytes >= PLENTY;
  return {
    bytes,
    warm: share(MOST.warm, 8),
    executor: share(MOST.executor, 16),
    past: share(MOST.past, 16),
    books: share(MOST.books, 32),
    documents: share(MOST.documents, 64),
    heap: isPlenty
      ? undefined
      : {
          maxOldGenerationSizeMb: Math.floor(Math.max(LEAST_HEAP, bytes / 2) / MEBIBYTE),
          maxYoungGenerationSizeMb: Math.floor(bytes / 64 / MEBIBYTE),
        },
  };
}

/** The same with so much for clusters: half of it may be what is learnt of the classes of one of them. */
export function withWarm(shares: MemoryShares, warm: number | undefined): MemoryShares {
  return warm === undefined ? shares : { ...shares, warm, executor: Math.floor(warm / 2) };
}

/** How many threads the memory allows beside the one that answers. */
export function threadsFor(bytes: number): number {
  return Math.max(1, Math.floor(bytes / MEMORY_OF_THREAD));
}

/**
 * The default memory of this process: what its container may take, or half of the machine, which
 * PostgreSQL and others need too.
 */
export function memoryHere(): number {
  const machine = totalmem();
  // 0 or more than there is: no bound.
  const container = process.constrainedMemory();
  return container > 0 && container < machine ? container : Math.floor(machine / 2);
}

/**
 * Lets no heap of this process grow far beyond what lives in it: V8 would rather use what the machine has than collect.
 * This one is running already and its limit is settled, so it is its growth that is bounded; where its limit was
 * given, V8 keeps to that.
 */
export function boundHeaps({ heap }: MemoryShares): void {
  if (heap !== undefined) setFlagsFromString(`--heap-growing-percent=${SLACK_PERCENT}`);
}
