-- A report reads the sums of one subject: they lie together. Profiles are told apart only where decisions are counted as such, which leaves a
-- fraction of the rows. The index is made again from the decisions.

DELETE FROM "decision_indexes";
DELETE FROM "decision_places";
DELETE FROM "decision_segments";
DELETE FROM "decision_postings";
DELETE FROM "decision_waits";

-- DropTable
DROP TABLE "decision_totals";

-- CreateTable
CREATE TABLE "decision_totals" (
    "cluster_id" UUID NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT COLLATE "C" NOT NULL,
    "profile" TEXT COLLATE "C",
    "plugin" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",
    "resource" TEXT COLLATE "C",
    "decisions" BIGINT NOT NULL,
    "first" BIGINT NOT NULL,
    "any" BIGINT NOT NULL,
    "sole" BIGINT NOT NULL,
    "only" BIGINT NOT NULL,
    "nodes_first" BIGINT NOT NULL,
    "nodes_any" BIGINT NOT NULL,
    "nodes_sole" BIGINT NOT NULL,

    CONSTRAINT "decision_totals_pkey" PRIMARY KEY ("cluster_id","subject","day","key")
) PARTITION BY LIST ("subject");

CREATE TABLE "decision_totals_decision" PARTITION OF "decision_totals" FOR VALUES IN ('decision');
CREATE TABLE "decision_totals_plugin" PARTITION OF "decision_totals" FOR VALUES IN ('plugin');
CREATE TABLE "decision_totals_reason" PARTITION OF "decision_totals" FOR VALUES IN ('reason');
CREATE TABLE "decision_totals_resource" PARTITION OF "decision_totals" FOR VALUES IN ('resource');
CREATE TABLE "decision_totals_rejection" PARTITION OF "decision_totals" FOR VALUES IN ('rejection');

GRANT SELECT ON "decision_totals" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "decision_totals" TO berth_engine;
