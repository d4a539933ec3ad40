-- Signed checkpoints of the log of access, with a digest over keys, members, grants and teams of namespaces.

-- CreateTable
CREATE TABLE "access_checkpoints" (
    "size" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "state" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL,

    CONSTRAINT "access_checkpoints_pkey" PRIMARY KEY ("size")
);

GRANT SELECT, INSERT ON "access_checkpoints" TO berth_engine;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "access_checkpoints"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();
