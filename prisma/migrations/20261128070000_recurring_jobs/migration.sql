-- Jobs that recur: each process that starts asks for them, and each end asks for the next. One of a task waits at a
-- time, at the earliest of the times that were asked for; one of a task runs at a time.
CREATE FUNCTION berth_recur(task text, run_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Those that another took the place of while they ran, and whose process was gone before their end.
  DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier = berth_recur.task AND j.key IS NULL AND j.locked_at IS NULL
      AND j.attempts >= j.max_attempts;
  PERFORM graphile_worker.add_job(task, '{}'::json, queue_name => task, run_at => run_at, job_key => task,
    job_key_mode => 'preserve_run_at');
END $$;

-- Jobs that were given up do not wait.
CREATE OR REPLACE FUNCTION berth_job_depth(OUT waiting bigint, OUT oldest_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT count(*), min(run_at) INTO waiting, oldest_at
    FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts;
END $$;

REVOKE EXECUTE ON FUNCTION berth_recur(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_recur(text, timestamptz) TO berth_engine;
