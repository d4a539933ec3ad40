-- What scheduling looks at of a pod that is on a node stands in columns, so that a cluster is read without its manifests. A pod that was
-- written before has no shape: its manifest is read in its place, until the next write of it.

-- AlterTable
ALTER TABLE "pods" ADD COLUMN "nominated_node" TEXT COLLATE "C",
ADD COLUMN "shape" TEXT,
ADD COLUMN "started_ms" BIGINT;
