-- Runs that a job goes on with when their process is gone.
CREATE FUNCTION berth_runs_of_jobs() RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT j.payload ->> 'run' FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'run' AND j.attempts < j.max_attempts;
END $$;

REVOKE EXECUTE ON FUNCTION berth_runs_of_jobs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_runs_of_jobs() TO berth_engine;
