import type pg from 'pg';
import { POSTGRES_ERROR, postgresErrorCode } from '../error-codes.js';

type Connection = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/**
 * Why the statements of a transaction fail. PostgreSQL answers those behind a statement that failed with 25P02, and
 * the answers to statements that were sent together arrive together: which of the failures reaches the caller first
 * depends on the number of promises in between. So failures are taken from the connection, where they are in order and
 * those of Prisma and of COPY are among them.
 */
export class FailureCause {
  #cause: Error | undefined;
  readonly #connection: Connection;

  constructor(client: pg.ClientBase) {
    this.#connection = (client as unknown as { readonly connection: Connection }).connection;
    this.#connection.on('errorMessage', this.#hear);
  }

  /** The error itself, unless PostgreSQL only says that a statement before it failed: then the error of that one. */
  of(error: unknown): unknown {
    const isConsequence = postgresErrorCode(error) === POSTGRES_ERROR.inFailedTransaction;
    return isConsequence && this.#cause !== undefined ? this.#cause : error;
  }

  /** The last failure that is not a consequence of another one. */
  get last(): Error | undefined {
    return this.#cause;
  }

  /** The transaction is over. */
  close(): void {
    this.#connection.off('errorMessage', this.#hear);
  }

  /** One after a savepoint that was rolled back to takes the place of the one before. */
  readonly #hear = (error: Error): void => {
    if (postgresErrorCode(error) !== POSTGRES_ERROR.inFailedTransaction) this.#cause = error;
  };
}
