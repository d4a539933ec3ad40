import { refusal, text } from './definition.js';
import { quoted } from './words.js';

/** What an idempotency key may be refused for. */
export const IDEMPOTENCY = {
  IdempotencyKeyReused: refusal({
    code: 'IDEMPOTENCY_KEY_REUSED',
    category: 'invalid',
    title: 'The idempotency key was used for another request',
    description: 'The idempotency key was used with another input.',
    fields: { key: text('The key.') },
    detail: ({ key }) => `the idempotency key ${quoted(key)} was used for another request`,
    input: ['idempotencyKey'],
  }),
};
