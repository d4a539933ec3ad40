import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/client.js';
import { singleConnectionPool } from './single-connection-pool.js';

/** A client of Prisma, and the connection that it works on at present. */
interface LentClient {
  readonly prisma: PrismaClient;
  /** Undefined: its transaction is over. */
  connection: pg.PoolClient | undefined;
}

/**
 * Prisma's clients, lent to one transaction at a time. Each takes some 9 MB, nearly all of it the decoded schema, and
 * remembers what it has compiled, so there are as many as were in use at once, and not one a connection.
 */
export class PrismaClients {
  /** A client belongs to no database: those of a process share all. */
  static readonly ofProcess = new PrismaClients();

  /** The one that was used last at the end: the others are hardly touched. */
  readonly #free: LentClient[] = [];

  /** The client of a transaction on this connection: it is there when it is asked for, and given back at the end. */
  lend(connection: pg.PoolClient): PrismaLoan {
    let lent: LentClient | undefined;
    return {
      take: () => (lent ??= this.#take(connection)).prisma,
      giveBack: (isGood) => {
        if (lent === undefined) return;
        lent.connection = undefined;
        if (isGood) this.#free.push(lent);
        lent = undefined;
      },
    };
  }

  #take(connection: pg.PoolClient): LentClient {
    const free = this.#free.pop();
    if (free === undefined) return made(connection);
    free.connection = connection;
    return free;
  }
}

/** What a transaction has of Prisma. */
export interface PrismaLoan {
  readonly take: () => PrismaClient;
  /**
   * The transaction has ended: its client is not used any more. One that is not good may still have work that waits for
   * an answer, and would do the rest of it on the connection of another transaction: it is lent to none.
   */
  readonly giveBack: (isGood: boolean) => void;
}

function made(connection: pg.PoolClient): LentClient {
  const pool = singleConnectionPool(() => {
    if (lent.connection === undefined) throw new Error('the transaction is over');
    return lent.connection;
  });
  const lent: LentClient = { prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), connection };
  return lent;
}
