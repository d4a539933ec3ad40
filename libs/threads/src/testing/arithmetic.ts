import type { Chunk } from '../chunks.js';
import type { ServedThread } from '../serve-jobs.js';

/** Jobs for specs: each shows one thing that calls can do. */
export interface Arithmetic {
  readonly jobs: {
    /** In which thread, and how often that thread has counted. */
    count: () => Promise<{ readonly thread: number; readonly counted: number }>;
    steps: (count: number, hears: { readonly onStep: (step: number) => void }) => Promise<string>;
    total: (chunks: AsyncIterable<Chunk>) => Promise<number>;
    firstOnly: (asked: { readonly chunks: AsyncIterable<Chunk> }) => Promise<string>;
    fail: (how: 'outage' | 'cause' | 'text') => Promise<never>;
    wait: (waiting?: { readonly signal: AbortSignal }) => Promise<never>;
    die: (how: 'exit' | 'throw') => Promise<never>;
    /** Keeps ever more. */
    hoard: () => Promise<never>;
    announce: (word: string) => Promise<void>;
  };
  readonly news: string;
}

/** How they are done, in a thread that was started with a greeting. */
export function arithmetic(greeting: string, threadId: number, thread: ServedThread<Arithmetic>): Arithmetic['jobs'] {
  let counted = 0;
  thread.tell(greeting);
  return {
    count: () => Promise.resolve({ thread: threadId, counted: ++counted }),
    steps: (count, { onStep }) => {
      for (let step = 1; step <= count; step++) onStep(step);
      return Promise.resolve('done');
    },
    total: async (chunks) => {
      let total = 0;
      for await (const chunk of chunks) total += chunk.length;
      return total;
    },
    firstOnly: async ({ chunks }) => {
      for await (const chunk of chunks) return String(chunk);
      return 'nothing';
    },
    fail: (how) => {
      throw FAILURES[how]();
    },
    wait: (waiting) =>
      new Promise((_resolve, reject) => {
        waiting?.signal.addEventListener('abort', () => {
          reject(waiting.signal.reason as Error);
        });
      }),
    die: (how) => {
      if (how === 'exit') process.exit(3);
      setImmediate(() => {
        throw new Error('a bug');
      });
      return new Promise(() => undefined);
    },
    hoard: () => {
      for (const all: number[][] = []; ;) all.push(Array.from({ length: 10_000 }, (_, index) => index / 7));
    },
    announce: (word) => {
      thread.tell(word);
      return Promise.resolve();
    },
  };
}

const FAILURES: Readonly<Record<'outage' | 'cause' | 'text', () => unknown>> = {
  outage: () => Object.assign(new Error('away'), { code: '57P01', socket: { send: () => undefined } }),
  cause: () => new TypeError('outer', { cause: Object.assign(new Error('inner'), { code: 'ECONNRESET' }) }),
  text: () => 'just a text',
};
