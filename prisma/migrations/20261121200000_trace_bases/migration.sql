-- Whole decisions that the trace chunks of small parts are differences to, by content.

-- CreateTable
CREATE TABLE "trace_bases" (
    "cluster_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "trace_bases_pkey" PRIMARY KEY ("cluster_id","digest")
);

-- Compressed already: TOAST must not try again.
ALTER TABLE "trace_bases" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- Part of history, like the chunks that refer to it.
GRANT SELECT ON "trace_bases" TO berth_engine, berth_reader;
GRANT INSERT ON "trace_bases" TO berth_engine;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "trace_bases"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();
