-- Clusters with a clock have a time of their own beside that of the wall, and their changes causes. Rows of clusters
-- without one, and all that are there already, have neither, and their hashes stay what they are.

-- AlterTable
ALTER TABLE "changes" ADD COLUMN "cluster_at" TIMESTAMPTZ(3), ADD COLUMN "cause" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "revisions" ADD COLUMN "cluster_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN "cluster_at" TIMESTAMPTZ(3), ADD COLUMN "woken" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "dry_run_decisions" ADD COLUMN "cluster_at" TIMESTAMPTZ(3), ADD COLUMN "woken" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "cluster_clocks" ADD COLUMN "began_at" TIMESTAMPTZ(3);
UPDATE "cluster_clocks" SET "began_at" = "now";
ALTER TABLE "cluster_clocks" ALTER COLUMN "began_at" SET NOT NULL;
