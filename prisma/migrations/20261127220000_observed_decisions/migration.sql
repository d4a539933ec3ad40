-- Decisions of other schedulers, seen in real clusters, stand beside those of Berth. Rows that are there have none, and
-- their hashes stay what they are.

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN "observed" JSONB;
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_outcome";
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_outcome"
  CHECK ("outcome" IN ('scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error', 'observed', 'pending'));

-- AlterTable
ALTER TABLE "dry_run_decisions" ADD COLUMN "observed" JSONB;

-- AlterTable
ALTER TABLE "cluster_mirrors" ADD COLUMN "traces" TEXT NOT NULL DEFAULT 'all',
  ADD COLUMN "window_ms" INTEGER NOT NULL DEFAULT 2000;

-- What a scheduler of a real cluster decided, and nothing stands beside yet.
-- CreateTable
CREATE TABLE "mirror_observations" (
    "cluster_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "listed" BOOLEAN NOT NULL,

    CONSTRAINT "mirror_observations_pkey" PRIMARY KEY ("cluster_id", "position"),
    CONSTRAINT "mirror_observations_kind" CHECK ("kind" IN ('bound', 'failed'))
);

-- AddForeignKey
ALTER TABLE "mirror_observations" ADD CONSTRAINT "mirror_observations_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

GRANT SELECT ON "mirror_observations" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "mirror_observations" TO berth_engine;
SELECT berth_wall('mirror_observations', 'cluster_id IN (SELECT berth_clusters())');
