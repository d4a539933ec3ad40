-- The past can be read: whole states of clusters, kept now and then, so that no position is far from one. Forks continue the log of another cluster.

-- AlterTable
ALTER TABLE "clusters" ADD COLUMN "origin_revision" BIGINT,
ADD COLUMN "origin_hash" BYTEA;

ALTER TABLE "clusters" ADD CONSTRAINT "clusters_origin"
  CHECK (num_nulls("origin_cluster_id", "origin_position", "origin_revision", "origin_hash") IN (0, 4));

-- A note is an entry about the log itself: that it goes on from another one, that a part of it was archived.
ALTER TABLE "changes" DROP CONSTRAINT "changes_op";
ALTER TABLE "changes" ADD CONSTRAINT "changes_op" CHECK ("op" IN ('create', 'update', 'bind', 'evict', 'delete', 'note'));

-- CreateTable
CREATE TABLE "snapshots" (
    "cluster_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "objects" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "snapshots_pkey" PRIMARY KEY ("cluster_id","position")
);

-- CreateTable
CREATE TABLE "snapshot_chunks" (
    "cluster_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "chunk" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "snapshot_chunks_pkey" PRIMARY KEY ("cluster_id","position","chunk")
);

-- Compressed already: TOAST must not try again.
ALTER TABLE "snapshot_chunks" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- A fork, or a log whose beginning is archived, has nothing else to begin from: they are kept like history.
GRANT SELECT ON "snapshots", "snapshot_chunks" TO berth_engine, berth_reader;
GRANT INSERT ON "snapshots", "snapshot_chunks" TO berth_engine;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "snapshots"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "snapshot_chunks"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();
