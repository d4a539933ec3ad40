/**
 * The embedded server cannot be used here; the message says why and what to do, and is meant for
 * the person who started Berth.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
