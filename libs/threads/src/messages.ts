import type { SpanCarrier } from '#spans';
import type { SentError } from './sent-error.js';

/** From whoever calls to the thread. */
export type ToThread =
  | {
      readonly type: 'call';
      readonly call: number;
      readonly job: string;
      readonly input: unknown;
      /** The span that it is called in. */
      readonly carrier?: SpanCarrier;
    }
  | { readonly type: 'abort'; readonly call: number; readonly reason: SentError }
  | { readonly type: 'answer'; readonly call: number; readonly question: number; readonly value: unknown }
  | { readonly type: 'noAnswer'; readonly call: number; readonly question: number; readonly error: SentError };

/** From the thread to whoever called. */
export type FromThread =
  | { readonly type: 'output'; readonly call: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly call: number; readonly error: SentError }
  | { readonly type: 'news'; readonly call: number; readonly news: unknown }
  | { readonly type: 'question'; readonly call: number; readonly question: number; readonly value: unknown }
  | { readonly type: 'threadNews'; readonly news: unknown };
