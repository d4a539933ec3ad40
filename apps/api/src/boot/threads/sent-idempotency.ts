import type { IdempotentRequest } from '#requests';

/** An idempotency key as it goes to another thread. */
export type SentIdempotency<Key extends IdempotentRequest = IdempotentRequest> = Omit<Key, 'onReplay'>;

/** The key, as it is sent. */
export function sentIdempotency<Key extends IdempotentRequest>(
  idempotency: Key | undefined,
): SentIdempotency<Key> | undefined {
  if (idempotency === undefined) return undefined;
  const { onReplay: _, ...sent } = idempotency;
  return sent;
}

/** The key, as the service takes it. */
export function receivedIdempotency<Key extends IdempotentRequest>(
  sent: SentIdempotency<Key> | undefined,
  call: { readonly tell: (news: 'replayed') => void },
): { readonly idempotency?: SentIdempotency<Key> & Pick<IdempotentRequest, 'onReplay'> } {
  if (sent === undefined) return {};
  const onReplay = (): void => {
    call.tell('replayed');
  };
  return { idempotency: { ...sent, onReplay } };
}
