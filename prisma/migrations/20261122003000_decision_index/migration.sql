-- An index over decisions, made from them behind the log, which may be removed and made again; and when the pod of a decision was made.

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN "pod_created_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "dry_run_decisions" ADD COLUMN "pod_created_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "decision_indexes" (
    "cluster_id" UUID NOT NULL,
    "decisions" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "taken" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "decision_indexes_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateTable
CREATE TABLE "decision_places" (
    "cluster_id" UUID NOT NULL,
    "block" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "places" BYTEA NOT NULL,

    CONSTRAINT "decision_places_pkey" PRIMARY KEY ("cluster_id","block")
);

-- CreateTable
CREATE TABLE "decision_segments" (
    "cluster_id" UUID NOT NULL,
    "first" BIGINT NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "decision_segments_pkey" PRIMARY KEY ("cluster_id","first")
);

-- CreateTable
CREATE TABLE "decision_postings" (
    "cluster_id" UUID NOT NULL,
    "first" BIGINT NOT NULL,
    "facet" BYTEA NOT NULL,
    "numbers" BYTEA NOT NULL,

    CONSTRAINT "decision_postings_pkey" PRIMARY KEY ("cluster_id","first","facet")
);

-- A report reads the sums of one subject: they lie together.

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

-- CreateTable
CREATE TABLE "decision_waits" (
    "cluster_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "sum_ms" BIGINT NOT NULL,
    "max_ms" BIGINT NOT NULL,
    "buckets" JSONB NOT NULL,

    CONSTRAINT "decision_waits_pkey" PRIMARY KEY ("cluster_id","day","namespace")
);

-- Times rise with revisions, and rows lie in the order of their times: the parts after a time are found without an entry for each.

-- CreateIndex
CREATE INDEX "run_parts_in_time" ON "run_parts" USING brin ("at") WITH (pages_per_range = 16, autosummarize = on);

-- The labels of pods that are gone. Of bindings and of pods that are made nothing is entered.
CREATE INDEX "changes_of_gone_pods" ON "changes" ("cluster_id", "uid") WHERE "kind" = 'Pod' AND "op" IN ('delete', 'evict');

-- Packed already, and wide: a look at the times of blocks should not pass by their bodies.
ALTER TABLE "decision_places" ALTER COLUMN "places" SET STORAGE EXTERNAL;
ALTER TABLE "decision_places" SET (toast_tuple_target = 128);
ALTER TABLE "decision_postings" ALTER COLUMN "numbers" SET STORAGE EXTERNAL;

GRANT SELECT ON "decision_indexes", "decision_places", "decision_segments", "decision_postings", "decision_totals", "decision_waits" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "decision_indexes", "decision_places", "decision_segments", "decision_postings", "decision_totals", "decision_waits" TO berth_engine;
