import pg from 'pg';

/** The clock of one test database, which can be set without touching that of the machine. */
export interface DatabaseClock {
  /** From now on, in every transaction that begins: so many milliseconds later than it is, or earlier if negative. */
  set(offsetMs: number): Promise<void>;
}

/**
 * Gives a migrated database a clock of its own: `clock_timestamp()`, `now()` and `transaction_timestamp()` are found
 * in a schema that stands before pg_catalog in the search path, of sessions and of Berth's functions, and say the true
 * time and an offset. To be called before what is tested connects, as a superuser: connections that are open keep the
 * true clock. So does CURRENT_TIMESTAMP.
 *
 *     const clock = await createDatabaseClock(database.url);
 *     await clock.set(-3_600_000);
 */
export async function createDatabaseClock(url: string): Promise<DatabaseClock> {
  const connected = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    // A server that ends meanwhile is an event beside the query that fails: without a listener the process would end.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  await connected(`
    CREATE SCHEMA IF NOT EXISTS test_clock;
    CREATE TABLE IF NOT EXISTS test_clock.clock (by interval NOT NULL);
    DELETE FROM test_clock.clock;
    INSERT INTO test_clock.clock VALUES ('0');
    CREATE OR REPLACE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + by FROM test_clock.clock';
    CREATE OR REPLACE FUNCTION test_clock.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + by FROM test_clock.clock';
    CREATE OR REPLACE FUNCTION test_clock.transaction_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT test_clock.now()';
    GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
    GRANT SELECT ON test_clock.clock TO PUBLIC;
    DO $$
    DECLARE of_schema regprocedure;
    BEGIN
      FOR of_schema IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND 'search_path=pg_catalog, public, pg_temp' = ANY (proconfig)
      LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = test_clock, pg_catalog, public, pg_temp', of_schema);
      END LOOP;
      EXECUTE format('ALTER DATABASE %I SET search_path = test_clock, pg_catalog, public', current_database());
    END $$`);
  return { set: (offsetMs) => connected(`UPDATE test_clock.clock SET by = make_interval(secs => ${offsetMs / 1000})`) };
}
