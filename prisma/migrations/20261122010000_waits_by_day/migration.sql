-- The waits of a day and namespace are one row: a report over a month read a row for each twentieth by which waits differ, two hundred times as many.

-- AlterTable
ALTER TABLE "decision_waits" RENAME TO "waits_by_bucket";
ALTER TABLE "waits_by_bucket" RENAME CONSTRAINT "decision_waits_pkey" TO "waits_by_bucket_pkey";

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

INSERT INTO "decision_waits" (cluster_id, day, namespace, sum_ms, max_ms, buckets)
SELECT cluster_id, day, namespace, sum(sum_ms), max(max_ms), jsonb_object_agg(bucket, decisions) FROM "waits_by_bucket" GROUP BY cluster_id, day, namespace;

-- DropTable
DROP TABLE "waits_by_bucket";

GRANT SELECT ON "decision_waits" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "decision_waits" TO berth_engine;
