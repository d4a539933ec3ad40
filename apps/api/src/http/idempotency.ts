import type { IdempotentRequest } from '#cluster';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestRefused } from '../outcome/index.js';

const MAX_KEY_CHARACTERS = 255;

/** The Idempotency-Key of a request, if it has one; a repeated answer says so in its header. */
export function idempotencyOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  what: Pick<IdempotentRequest, 'operation' | 'request'>,
): { readonly idempotency?: IdempotentRequest } {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_CHARACTERS || /[^\x20-\x7e]/.test(key)) {
    throw RequestRefused.invalid([
      {
        field: 'Idempotency-Key',
        reason: 'FieldValueInvalid',
        message: `must be one text of 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters`,
      },
    ]);
  }
  return { idempotency: { ...what, key, onReplay: () => void reply.header('idempotent-replayed', 'true') } };
}
