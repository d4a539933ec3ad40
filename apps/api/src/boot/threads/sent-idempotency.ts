import type { IdempotentRequest } from '#cluster';

/** An idempotency key as it goes to another thread: a request that is only known later is asked for. */
export interface SentIdempotency {
  readonly key: string;
  readonly operation: string;
  readonly request: { readonly known: unknown } | 'ask';
}

/** The key, as it is sent. */
export function sentIdempotency(idempotency: IdempotentRequest | undefined): SentIdempotency | undefined {
  if (idempotency === undefined) return undefined;
  const { key, operation, request } = idempotency;
  return { key, operation, request: typeof request === 'function' ? 'ask' : { known: request } };
}

/** What the other side asks for. */
export async function requestOf(idempotency: IdempotentRequest | undefined): Promise<unknown> {
  const { request } = idempotency ?? {};
  return typeof request === 'function' ? (request as () => Promise<unknown>)() : request;
}

/** The key, as the service takes it. */
export function receivedIdempotency(
  sent: SentIdempotency | undefined,
  call: { readonly tell: (news: 'replayed') => void; readonly ask: (question: 'request') => Promise<unknown> },
): { readonly idempotency?: IdempotentRequest } {
  if (sent === undefined) return {};
  const { key, operation, request } = sent;
  return {
    idempotency: {
      key,
      operation,
      request: request === 'ask' ? () => call.ask('request') : request.known,
      onReplay: () => {
        call.tell('replayed');
      },
    },
  };
}
