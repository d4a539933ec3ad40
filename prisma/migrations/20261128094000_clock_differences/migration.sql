-- What controllers keep is written whole now and then, and in between as far as it has changed: a moment of a large
-- cluster costs what happens in it.

-- CreateTable
CREATE TABLE "clock_differences" (
    "cluster_id" UUID NOT NULL,
    "version" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "clock_differences_pkey" PRIMARY KEY ("cluster_id", "version")
);

-- AddForeignKey
ALTER TABLE "clock_differences" ADD CONSTRAINT "clock_differences_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

GRANT SELECT ON "clock_differences" TO berth_engine, berth_reader;
GRANT INSERT, DELETE ON "clock_differences" TO berth_engine;
SELECT berth_wall('clock_differences', 'cluster_id IN (SELECT berth_clusters())');
