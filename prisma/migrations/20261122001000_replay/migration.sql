-- Decisions can be made again: which engine made them, and the one time that they were made by.

-- CreateTable
CREATE TABLE "engines" (
    "digest" BYTEA NOT NULL,
    "version" TEXT NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "engines_pkey" PRIMARY KEY ("digest")
);

-- AlterTable
ALTER TABLE "profiles" ADD COLUMN "engine_digest" BYTEA;

-- AlterTable
ALTER TABLE "run_parts" ADD COLUMN "decided_at" TIMESTAMPTZ(3);

GRANT SELECT ON "engines" TO berth_engine, berth_reader;
GRANT INSERT ON "engines" TO berth_engine;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "engines"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();
