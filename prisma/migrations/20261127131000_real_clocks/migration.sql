-- Clocks on which time passes by itself: since when, how fast, and the process that drives them.

-- AlterTable
ALTER TABLE "cluster_clocks"
    ADD COLUMN "mode" TEXT COLLATE "C" NOT NULL DEFAULT 'virtual',
    ADD COLUMN "rate" DOUBLE PRECISION NOT NULL DEFAULT 1,
    ADD COLUMN "wall" TIMESTAMPTZ(3),
    ADD COLUMN "kubelet" TEXT,
    ADD COLUMN "driver" UUID,
    ADD COLUMN "version" BIGINT NOT NULL DEFAULT 0,
    ADD CONSTRAINT "cluster_clocks_mode" CHECK ("mode" IN ('virtual', 'real') AND "rate" > 0 AND ("mode" = 'virtual') = ("wall" IS NULL));

-- Drivers look for clocks that have none, and for those of processes that ended.
CREATE INDEX "cluster_clocks_by_driver" ON "cluster_clocks" ("driver") WHERE "mode" = 'real';
