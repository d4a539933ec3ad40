import type { Caller, Database } from '#database';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** So much in so many seconds. */
export interface Rate {
  readonly points: number;
  readonly seconds: number;
}

/** A statement of the library, which takes its client for one of `pg`. */
interface Query {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Counters in the database, which all processes on it share. While it does not answer, each process counts for itself:
 * requests that need no database are still served.
 */
export function sharedCounter(database: Database, caller: Caller, name: string, rate: Rate): RateLimiterAbstract {
  const limits = { keyPrefix: name, points: rate.points, duration: rate.seconds };
  return new RateLimiterPostgres({
    ...limits,
    storeType: 'client',
    storeClient: {
      query: async ({ values, ...statement }: Query) => ({
        rows: await database.transaction(caller, (tx) => tx.query(statement, values)),
      }),
    },
    tableName: 'rate_limits',
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory(limits),
  });
}
