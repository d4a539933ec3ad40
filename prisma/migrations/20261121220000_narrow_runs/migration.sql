-- A run of one pod writes one row of each of seven tables: what such a row repeats of others it does not keep any more. Rows that were written
-- before keep what they have, and are read as they are.

-- The digest of a profile stands with its name and version in "profiles", who works on a run matters while it is running, and four numbers are
-- a sixth of what they are as JSON.
ALTER TABLE "runs" ALTER COLUMN "profile_digest" DROP NOT NULL,
ALTER COLUMN "owner" DROP NOT NULL,
ALTER COLUMN "durations" DROP NOT NULL,
ADD COLUMN "decide_ms" REAL,
ADD COLUMN "read_ms" REAL,
ADD COLUMN "total_ms" REAL,
ADD COLUMN "write_ms" REAL;

ALTER TABLE "runs" ADD CONSTRAINT "runs_owner" CHECK ("owner" IS NOT NULL OR "state" <> 'running');

-- A chunk says itself which nodes its rows are.
ALTER TABLE "trace_chunks" ALTER COLUMN "node_set" DROP NOT NULL;
ALTER TABLE "dry_run_trace_chunks" ALTER COLUMN "node_set" DROP NOT NULL;

-- Their keys only ever grow: no room need be left between them.
ALTER INDEX "runs_pkey" SET (fillfactor = 100);
ALTER INDEX "run_parts_pkey" SET (fillfactor = 100);
ALTER INDEX "revisions_pkey" SET (fillfactor = 100);
ALTER INDEX "changes_pkey" SET (fillfactor = 100);
ALTER INDEX "trace_chunks_pkey" SET (fillfactor = 100);
ALTER INDEX "decisions_run_id_ordinal_at_key" SET (fillfactor = 100);
