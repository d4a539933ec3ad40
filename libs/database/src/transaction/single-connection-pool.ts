import pg from 'pg';

const AS_SAVEPOINT: ReadonlyMap<string, string> = new Map([
  ['BEGIN', 'SAVEPOINT prisma'],
  ['COMMIT', 'RELEASE SAVEPOINT prisma'],
  ['ROLLBACK', 'ROLLBACK TO SAVEPOINT prisma'],
]);

/**
 * A pool of exactly one connection, the present one, that is already in a transaction, so that Prisma's queries, COPY
 * and plain SQL share it: Prisma's adapter takes a pool, and opens transactions of its own for nested writes, which
 * become savepoints here.
 */
export function singleConnectionPool(present: () => pg.PoolClient): pg.Pool {
  const pool = Object.create(pg.Pool.prototype) as pg.Pool;
  const query = (config: { text: string } | string, values?: unknown[]): unknown => {
    const text = typeof config === 'string' ? config : config.text;
    return present().query((AS_SAVEPOINT.get(text) ?? config) as string, values);
  };
  const listeners = { on: () => undefined, once: () => undefined, removeListener: () => undefined };
  const connection = { query, release: () => undefined, ...listeners };
  return Object.assign(pool, {
    query,
    connect: () => Promise.resolve(connection),
    end: () => Promise.resolve(),
    ...listeners,
  });
}
