/**
 * The database cannot be brought to this Berth's schema; the message says why and what to do, for whoever started it.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
