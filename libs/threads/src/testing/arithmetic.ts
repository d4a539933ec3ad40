import type { JobTable } from '../job.js';
import type { ServedThread } from '../serve-jobs.js';
import { askedChunks, type ChunkAnswers } from '../chunks.js';

interface Job<Input, Output, News = never, Question = never, Answer = never> {
  readonly input: Input;
  readonly output: Output;
  readonly news: News;
  readonly question: Question;
  readonly answer: Answer;
}

/** Jobs for specs: each shows one thing that calls can do. */
export interface Arithmetic {
  readonly jobs: {
    /** In which thread, and how often that thread has counted. */
    readonly count: Job<null, { readonly thread: number; readonly counted: number }>;
    readonly steps: Job<number, string, number>;
    readonly total: Job<null, number, never, 'next' | 'close', Uint8Array | string | undefined>;
    readonly firstOnly: Job<null, string, never, 'next' | 'close', Uint8Array | string | undefined>;
    readonly fail: Job<{ readonly how: 'outage' | 'cause' | 'text' }, never>;
    readonly wait: Job<null, never>;
    readonly relay: Job<null, never, never, 'why', never>;
    readonly die: Job<{ readonly how: 'exit' | 'throw' }, never>;
    /** Keeps ever more. */
    readonly hoard: Job<null, never>;
    readonly announce: Job<string, void>;
  };
  readonly news: string;
}

/** How they are done, in a thread that was started with a greeting. */
export function arithmetic(greeting: string, threadId: number, thread: ServedThread<Arithmetic>): JobTable<Arithmetic> {
  let counted = 0;
  thread.tell(greeting);
  return {
    count: () => Promise.resolve({ thread: threadId, counted: ++counted }),
    steps: (count, call) => {
      for (let step = 1; step <= count; step++) call.tell(step);
      return Promise.resolve('done');
    },
    total: async (_, call) => {
      let total = 0;
      for await (const chunk of askedChunks(chunksOf(call))) total += chunk.length;
      return total;
    },
    firstOnly: async (_, call) => {
      for await (const chunk of askedChunks(chunksOf(call))) return String(chunk);
      return 'nothing';
    },
    fail: ({ how }) => {
      throw FAILURES[how]();
    },
    wait: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      }),
    relay: (_, call) => call.ask('why'),
    die: ({ how }) => {
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

function chunksOf(call: { readonly ask: ChunkAnswers }): ChunkAnswers {
  return (question) => call.ask(question);
}

const FAILURES: Readonly<Record<'outage' | 'cause' | 'text', () => unknown>> = {
  outage: () => Object.assign(new Error('away'), { code: '57P01', socket: { send: () => undefined } }),
  cause: () => new TypeError('outer', { cause: Object.assign(new Error('inner'), { code: 'ECONNRESET' }) }),
  text: () => 'just a text',
};
