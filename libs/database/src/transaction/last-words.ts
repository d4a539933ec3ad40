import { POSTGRES_ERROR, postgresErrorCode } from '../error-codes.js';
import { outageKind } from '../outage-reason.js';

/**
 * Why a server is away that said so before: PostgreSQL ends when the disk of its log (WAL) is full, and refuses
 * connections until there is room again.
 */
export class LastWords {
  #full: unknown;

  /** A transaction failed with this. */
  heard(error: unknown): void {
    if (postgresErrorCode(error) === POSTGRES_ERROR.diskFull) this.#full = error;
  }

  /** What an error of a connection comes from: what the server said last of its disk, or the error itself. */
  behind(error: unknown): unknown {
    return this.#full !== undefined && outageKind(error) === 'away' ? this.#full : error;
  }

  /** The server answers. */
  forget(): void {
    this.#full = undefined;
  }
}
