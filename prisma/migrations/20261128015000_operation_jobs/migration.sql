-- Operations that no caller waits for are jobs: any process does them, and another one begins again when it ends.

ALTER TABLE "operations" ALTER COLUMN "owner" DROP NOT NULL;
ALTER TABLE "operations"
  ADD COLUMN "awaited" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "attempt" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "asker" JSON,
  ADD COLUMN "kept" JSON;

-- As the function with five arguments, which processes of the version before use while they are replaced.
CREATE FUNCTION berth_enqueue(task text, payload json, queue text, run_at timestamptz, key text, priority smallint)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at, job_key => key,
    job_key_mode => CASE WHEN key IS NULL THEN NULL ELSE 'replace' END, priority => priority);
END $$;

-- The operations that jobs lead to: one whose job was given up after its last attempt gets another one.
CREATE FUNCTION berth_operations_of_jobs() RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT j.payload ->> 'operation' FROM graphile_worker._private_jobs j
    WHERE j.attempts < j.max_attempts AND j.payload ->> 'operation' IS NOT NULL;
END $$;

REVOKE EXECUTE ON FUNCTION berth_enqueue(text, json, text, timestamptz, text, smallint), berth_operations_of_jobs()
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_enqueue(text, json, text, timestamptz, text, smallint), berth_operations_of_jobs()
  TO berth_engine;
