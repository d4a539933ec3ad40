-- Long jobs of teams take turns: a job's turn is its priority, and its flag is its team. A job begins where the first
-- one that waits is, or behind the last one of its team. The functions before stay, for processes of the version before
-- while they are replaced, and for jobs of no team.
CREATE FUNCTION berth_enqueue_of_team(task text, payload json, queue text, team text, again boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first integer;
  turn integer;
BEGIN
  SELECT min(j.priority) FILTER (WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts),
      max(j.priority) FILTER (WHERE j.flags ? team AND NOT again) + 1
    INTO first, turn
    FROM graphile_worker._private_jobs j WHERE j.flags IS NOT NULL;
  turn := CASE WHEN first IS NULL THEN 0 ELSE greatest(first, turn) END;
  -- Turns are small integers: where some job has always waited for long, all of them are counted anew.
  IF turn > 32767 AND first > 0 THEN
    PERFORM FROM graphile_worker._private_jobs j WHERE j.flags IS NOT NULL ORDER BY j.id FOR UPDATE;
    UPDATE graphile_worker._private_jobs j SET priority = greatest(j.priority - first, 0) WHERE j.flags IS NOT NULL;
    turn := turn - first;
  END IF;
  PERFORM graphile_worker.add_job(task, payload, queue_name => queue, priority => least(turn, 32767),
    flags => ARRAY[team]);
END $$;

REVOKE EXECUTE ON FUNCTION berth_enqueue_of_team(text, json, text, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_enqueue_of_team(text, json, text, text, boolean) TO berth_engine;
