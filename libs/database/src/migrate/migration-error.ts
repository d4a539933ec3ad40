/**
 * The database cannot be brought to this Berth's schema; the message says to the operator why, and what to do.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
