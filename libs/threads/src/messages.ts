import type { SpanCarrier } from '#spans';
import type { Chunk, ChunkQuestion } from './chunks.js';
import type { SentArguments } from './sent-arguments.js';
import type { SentError } from './sent-error.js';

/** From the caller to the thread. */
export type ToThread =
  | {
      readonly type: 'call';
      readonly call: number;
      readonly job: string;
      readonly args: SentArguments;
      /** The span that it is called in. */
      readonly carrier?: SpanCarrier;
    }
  | { readonly type: 'abort'; readonly call: number; readonly reason: SentError }
  | { readonly type: 'chunk'; readonly call: number; readonly question: number; readonly chunk: Chunk | undefined }
  | { readonly type: 'noChunk'; readonly call: number; readonly question: number; readonly error: SentError };

/** From the thread to the caller. */
export type FromThread =
  | { readonly type: 'output'; readonly call: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly call: number; readonly error: SentError }
  /** A callback of the arguments is called, by its number. */
  | { readonly type: 'callback'; readonly call: number; readonly callback: number; readonly values: readonly unknown[] }
  /** A stream of the arguments, by its number, is asked for its next chunk. */
  | {
      readonly type: 'question';
      readonly call: number;
      readonly question: number;
      readonly stream: number;
      readonly asked: ChunkQuestion;
    }
  | { readonly type: 'threadNews'; readonly news: unknown };
