-- What conditions of nodes do, and what pods tolerate without saying so. Clusters that are there stay as they were.

-- AlterTable
ALTER TABLE "clusters" ADD COLUMN "condition_taints" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "memory_pressure_tolerations" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "clusters" ALTER COLUMN "condition_taints" SET DEFAULT true;
