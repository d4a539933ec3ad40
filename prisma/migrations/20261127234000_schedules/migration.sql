-- Schedules: what runs by itself and when, what it came to, and where that is delivered. Jobs are in a schema of their
-- own, which the package graphile-worker owns and migrates; transactions enqueue with berth_enqueue.

-- CreateTable
CREATE TABLE "schedules" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "period" TEXT,
    "work" JSON NOT NULL,
    "formats" TEXT[],
    "targets" TEXT[],
    "secret" BYTEA,
    "condition" TEXT,
    "met_since" TIMESTAMPTZ(3),
    "keep_results" INTEGER NOT NULL,
    "keep_days" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "roles" TEXT[],
    "only_cluster" UUID,
    "only_namespace" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "paused_because" TEXT,
    "failed_deliveries" INTEGER NOT NULL,

    CONSTRAINT "schedules_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "schedules_numbers" CHECK ("keep_results" > 0 AND "keep_days" > 0 AND "failed_deliveries" >= 0)
);

-- CreateTable
CREATE TABLE "schedule_results" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "missed" INTEGER NOT NULL,
    "by_hand" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "failure" JSON,
    "head" JSON,
    "columns" JSON,
    "row_count" INTEGER,
    "digest" TEXT,
    "condition_met" BOOLEAN,
    "visibility" JSON,

    CONSTRAINT "schedule_results_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "schedule_results_state" CHECK ("state" IN ('queued', 'running', 'succeeded', 'failed'))
);

-- The rows of a result: compressed lines of JSON, in their order.
-- CreateTable
CREATE TABLE "schedule_result_chunks" (
    "result_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "lines" BYTEA NOT NULL,

    CONSTRAINT "schedule_result_chunks_pkey" PRIMARY KEY ("result_id", "number")
);

-- CreateTable
CREATE TABLE "schedule_deliveries" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "result_id" UUID NOT NULL,
    "target" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "schedule_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "schedule_deliveries_state" CHECK ("state" IN ('waiting', 'delivered', 'failed'))
);

-- CreateIndex
CREATE UNIQUE INDEX "schedules_team_id_name_key" ON "schedules"("team_id", "name");
CREATE INDEX "schedule_results_schedule_id_id_idx" ON "schedule_results"("schedule_id", "id");
CREATE INDEX "schedule_deliveries_result_id_idx" ON "schedule_deliveries"("result_id");

-- AddForeignKey
ALTER TABLE "schedule_results" ADD CONSTRAINT "schedule_results_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "schedule_result_chunks" ADD CONSTRAINT "schedule_result_chunks_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "schedule_results"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "schedule_deliveries" ADD CONSTRAINT "schedule_deliveries_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "schedule_results"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Readers do not see the secret that deliveries are signed with.
GRANT SELECT ("id", "team_id", "name", "cron", "zone", "period", "work", "formats", "targets", "condition", "met_since",
  "keep_results", "keep_days", "actor", "principal", "roles", "only_cluster", "only_namespace", "created_at", "next_at",
  "paused_at", "paused_because", "failed_deliveries") ON "schedules" TO berth_reader;
GRANT SELECT ON "schedule_results", "schedule_result_chunks", "schedule_deliveries" TO berth_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON "schedules", "schedule_results", "schedule_result_chunks", "schedule_deliveries"
  TO berth_engine;
SELECT berth_wall('schedules', 'team_id = (SELECT berth_team())');
SELECT berth_wall('schedule_results', 'team_id = (SELECT berth_team())');
SELECT berth_wall('schedule_result_chunks', 'team_id = (SELECT berth_team())');
SELECT berth_wall('schedule_deliveries', 'team_id = (SELECT berth_team())');

-- Enqueues a job with the transaction that makes it necessary. The tables of jobs are the owner's alone.
CREATE FUNCTION berth_enqueue(task text, payload json, queue text, run_at timestamptz, key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, queue_name => queue, run_at => run_at, job_key => key,
    job_key_mode => CASE WHEN key IS NULL THEN NULL ELSE 'replace' END);
END $$;

-- Gives up the jobs of processes that are gone: a worker is named HOLDER/LANE, by the lease of its process. The package
-- itself gives them up after four hours. Answers how many workers had some.
CREATE FUNCTION berth_release_jobs(asker text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  worker record;
  released integer := 0;
BEGIN
  FOR worker IN
    SELECT DISTINCT locked_by AS id, split_part(locked_by, '/', 1) AS holder FROM (
      SELECT locked_by FROM graphile_worker._private_jobs UNION ALL
      SELECT locked_by FROM graphile_worker._private_job_queues) AS locks
    WHERE locked_by IS NOT NULL AND split_part(locked_by, '/', 1) <> asker
  LOOP
    -- As LEASE_IS_FREE of libs/database.
    IF pg_try_advisory_xact_lock(25189, hashtext(worker.holder)) THEN
      PERFORM graphile_worker.force_unlock_workers(ARRAY[worker.id]);
      released := released + 1;
    END IF;
  END LOOP;
  RETURN released;
END $$;

-- Gives up what a worker held that begins anew in its process.
CREATE FUNCTION berth_release_worker(worker text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.force_unlock_workers(ARRAY[worker]);
END $$;

-- How many jobs wait, and since when the one that is due the longest: for metrics.
CREATE FUNCTION berth_job_depth(OUT waiting bigint, OUT oldest_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT count(*), min(run_at) INTO waiting, oldest_at
    FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND run_at <= now();
END $$;

REVOKE EXECUTE ON FUNCTION berth_enqueue(text, json, text, timestamptz, text), berth_release_jobs(text),
  berth_release_worker(text), berth_job_depth() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_enqueue(text, json, text, timestamptz, text), berth_release_jobs(text),
  berth_release_worker(text), berth_job_depth() TO berth_engine;
