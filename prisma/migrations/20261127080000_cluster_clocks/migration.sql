-- Clusters that live: their time, their seed, and what controllers keep beside the objects.

-- CreateTable
CREATE TABLE "cluster_clocks" (
    "cluster_id" UUID NOT NULL,
    "now" TIMESTAMPTZ(3) NOT NULL,
    "seed" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "digest" BYTEA NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "next_what" TEXT,
    "kept" TEXT,

    CONSTRAINT "cluster_clocks_pkey" PRIMARY KEY ("cluster_id")
);

-- AddForeignKey
ALTER TABLE "cluster_clocks" ADD CONSTRAINT "cluster_clocks_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

GRANT SELECT ON "cluster_clocks" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE ON "cluster_clocks" TO berth_engine;
SELECT berth_wall('cluster_clocks', 'cluster_id IN (SELECT berth_clusters())');
