import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/client.js';
import { singleConnectionPool } from './single-connection-pool.js';

/** A client of Prisma, and the connection that it works on at present. */
interface LentClient {
  readonly prisma: PrismaClient;
  connection: pg.PoolClient;
}

/**
 * Prisma's clients, lent to one transaction at a time. Each takes 2 MB and remembers what it has
 * compiled, so there are as many as were in use at once, and not one a connection.
 */
export class PrismaClients {
  /** The one that was used last at the end: the others are hardly touched. */
  readonly #free: LentClient[] = [];

  /** The client of a transaction on this connection: it is there when it is asked for, and given back at the end. */
  lend(connection: pg.PoolClient): PrismaLoan {
    let lent: LentClient | undefined;
    return {
      take: () => (lent ??= this.#take(connection)).prisma,
      giveBack: () => {
        if (lent !== undefined) this.#free.push(lent);
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
  /** The transaction has ended: its client is not used any more. */
  readonly giveBack: () => void;
}

function made(connection: pg.PoolClient): LentClient {
  const pool = singleConnectionPool(() => lent.connection);
  const lent: LentClient = { prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), connection };
  return lent;
}
