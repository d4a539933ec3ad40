-- Signed checkpoints of each cluster's log, and of the tree over its revisions what proofs are read from.

-- CreateTable
CREATE TABLE "checkpoints" (
    "cluster_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "root" BYTEA NOT NULL,
    "frontier" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("cluster_id","size")
);

-- CreateTable
CREATE TABLE "merkle_nodes" (
    "cluster_id" UUID NOT NULL,
    "level" INTEGER NOT NULL,
    "index" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "merkle_nodes_pkey" PRIMARY KEY ("cluster_id","level","index")
);

-- They are kept when the history that they are about is archived.
GRANT SELECT ON "checkpoints", "merkle_nodes" TO berth_engine, berth_reader;
GRANT INSERT ON "checkpoints", "merkle_nodes" TO berth_engine;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "checkpoints"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "merkle_nodes"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();
