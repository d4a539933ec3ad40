-- What was archived of a cluster's log: where it is, and what the rest of the log goes on from.

-- CreateTable
CREATE TABLE "archives" (
    "cluster_id" UUID NOT NULL,
    "from_revision" BIGINT NOT NULL,
    "to_revision" BIGINT NOT NULL,
    "from_position" BIGINT NOT NULL,
    "to_position" BIGINT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3) NOT NULL,
    "changes" BIGINT NOT NULL,
    "decisions" BIGINT NOT NULL,
    "traces" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "frontier" BYTEA NOT NULL,
    "checkpoint" TEXT NOT NULL,
    "ledger_file" TEXT COLLATE "C" NOT NULL,
    "ledger_bytes" BIGINT NOT NULL,
    "ledger_sha256" BYTEA NOT NULL,
    "traces_file" TEXT COLLATE "C" NOT NULL,
    "traces_bytes" BIGINT NOT NULL,
    "traces_sha256" BYTEA NOT NULL,

    CONSTRAINT "archives_pkey" PRIMARY KEY ("cluster_id","from_revision")
);

ALTER TABLE "archives" ADD CONSTRAINT "archives_range" CHECK ("from_revision" <= "to_revision");

-- AlterTable
ALTER TABLE "objects" ADD COLUMN "changed_at" TIMESTAMPTZ(3),
ADD COLUMN "changed_by" TEXT;

-- What a log begins with is history as well.
GRANT SELECT ON "archives" TO berth_engine, berth_reader;
GRANT INSERT ON "archives" TO berth_engine;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "archives"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();

-- To drop a partition, nobody else may use its table. All of them at once, before anything else is locked: who is let in afterwards finds the
-- archive and the rest. How long it may take to get them is the caller's lock_timeout.
CREATE FUNCTION berth_lock_history() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  LOCK TABLE public.revisions, public.changes, public.run_parts, public.decisions, public.trace_chunks IN ACCESS EXCLUSIVE MODE;
END $$;

-- Drops the partitions that end at an edge or before it; answers their number. The engine may call it: what is in no archive is kept, revision by
-- revision, and a revision is whole in the partitions of one range.
CREATE FUNCTION berth_drop_archived(edge timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET "TimeZone" = 'UTC' AS $$
DECLARE
  kept record;
  gone text;
  dropped integer := 0;
BEGIN
  IF edge > now() THEN
    RAISE EXCEPTION 'what is to come is not archived yet: %', edge USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF (SELECT count(*) FROM berth_partitions() p WHERE p.upper_bound = edge) <> cardinality(berth_partitioned_history()) THEN
    RAISE EXCEPTION 'no partitions end at %', edge USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM berth_lock_history();
  SELECT r.cluster_id, count(*) AS revisions INTO kept
  FROM public.revisions r LEFT JOIN public.archives a ON a.cluster_id = r.cluster_id AND r.revision BETWEEN a.from_revision AND a.to_revision
  WHERE r.at < edge AND a.cluster_id IS NULL GROUP BY r.cluster_id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% revisions of cluster % are in no archive', kept.revisions, kept.cluster_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOR gone IN SELECT p.partition FROM berth_partitions() p WHERE p.upper_bound <= edge LOOP
    EXECUTE format('DROP TABLE public.%I', gone);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

REVOKE EXECUTE ON FUNCTION berth_lock_history(), berth_drop_archived(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_lock_history(), berth_drop_archived(timestamptz) TO berth_engine;
