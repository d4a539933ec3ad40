import { noteSecret } from '#test-run';
import { newKey as made, type ApiKeyParts } from '../keys/api-key.js';

export * from '../keys/api-key.js';

/**
 * Makes a key as the product does, and notes for the run that there is one. Jest gives this module to whoever asks for
 * the one that makes keys: no spec has to say that it made one.
 */
export function newKey(): ApiKeyParts {
  const key = made();
  noteSecret(key.secret);
  return key;
}
