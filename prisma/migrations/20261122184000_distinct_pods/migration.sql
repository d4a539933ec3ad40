-- Who was tried, beside how often; and nodes, and decisions, with one reason in the way only.

-- What was called `only` says of a decision that nothing else turned any node down.
ALTER TABLE "decision_totals" RENAME COLUMN "decisions" TO "attempts";
ALTER TABLE "decision_totals" RENAME COLUMN "only" TO "alone";
ALTER TABLE "decision_totals" ADD COLUMN "only" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "decision_totals" ADD COLUMN "nodes_only" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "decision_totals" ALTER COLUMN "only" DROP DEFAULT, ALTER COLUMN "nodes_only" DROP DEFAULT;

-- CreateTable
CREATE TABLE "decision_total_pods" (
    "cluster_id" UUID NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,
    "first" BIGINT NOT NULL,
    "pods" BYTEA NOT NULL,

    CONSTRAINT "decision_total_pods_pkey" PRIMARY KEY ("cluster_id","subject","day","key","first")
);

-- Digests do not compress.
ALTER TABLE "decision_total_pods" ALTER COLUMN "pods" SET STORAGE EXTERNAL;

GRANT SELECT ON "decision_total_pods" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "decision_total_pods" TO berth_engine;

-- The index and the sums are made again from the decisions that are kept, minutes after the start. Of what is archived
-- the sums stay as they are; archives end with a month, so that no day is of both.
DELETE FROM "decision_totals" t WHERE NOT EXISTS (SELECT FROM "archives" a WHERE a."cluster_id" = t."cluster_id" AND t."day" <= a."to_at"::date);
DELETE FROM "decision_waits" t WHERE NOT EXISTS (SELECT FROM "archives" a WHERE a."cluster_id" = t."cluster_id" AND t."day" <= a."to_at"::date);
DELETE FROM "decision_postings";
DELETE FROM "decision_places";
DELETE FROM "decision_segments";
DELETE FROM "decision_indexes";
INSERT INTO "decision_indexes" ("cluster_id", "decisions", "revision", "taken", "since")
SELECT DISTINCT ON ("cluster_id") "cluster_id", 0, "to_revision", 0, "to_at" FROM "archives" ORDER BY "cluster_id", "from_revision" DESC;
