import type { IdempotentRequest } from '#requests';
import { applyDecorators, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operationOf } from '../caller/index.js';
import { RequestRefused } from '../outcome/index.js';
import { Rules } from './route.js';

const MAX_KEY_CHARACTERS = 255;
const KEPT_AS = 'berth:idempotent';

/** The header, as it is described. */
export const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request idempotent: a repetition with the same key returns the first answer, with ' +
    '`Idempotent-Replayed: true`.',
  schema: { type: 'string' as const, minLength: 1, maxLength: MAX_KEY_CHARACTERS },
};

/**
 * Route metadata: takes an Idempotency-Key. Keys are stored with the route's operation, or with the name that they have
 * been stored with since before it was called so.
 */
export function Idempotent(keptAs?: string): MethodDecorator {
  return applyDecorators(SetMetadata(KEPT_AS, keptAs), Rules({ takesKey: true }), ApiHeader(KEY_HEADER));
}

/** Makes what a service takes of a request that may have a key: of what must be the same when the key is. */
export type Keyed = (request: IdempotentRequest['request']) => { readonly idempotency?: IdempotentRequest };

/** The key of a request to an idempotent route. */
export function keyedBy(context: ExecutionContext): Keyed {
  const handler = context.getHandler();
  const operation = (Reflect.getMetadata(KEPT_AS, handler) as string | undefined) ?? operationOf(handler);
  const http = context.switchToHttp();
  const key = http.getRequest<FastifyRequest>().headers['idempotency-key'];
  const reply = http.getResponse<FastifyReply>();
  if (key === undefined) return () => ({});
  const onReplay = (): void => void reply.header('idempotent-replayed', 'true');
  return (request) => ({ idempotency: { key: readKey(key), operation, request, onReplay } });
}

function readKey(key: string | string[]): string {
  if (typeof key === 'string' && key !== '' && key.length <= MAX_KEY_CHARACTERS && !/[^\x20-\x7e]/.test(key))
    return key;
  throw RequestRefused.invalid([
    {
      field: 'Idempotency-Key',
      reason: 'FieldValueInvalid',
      message: `must be one text of 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters`,
    },
  ]);
}
