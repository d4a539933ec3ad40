-- How much of each trace a cluster keeps: all of it, so many of the best nodes, or nothing but its digest.

-- AlterTable
ALTER TABLE "clusters" ADD COLUMN "trace_keep" TEXT NOT NULL DEFAULT 'full',
ADD COLUMN "trace_nodes" INTEGER;

ALTER TABLE "clusters" ADD CONSTRAINT "clusters_trace_budget"
  CHECK ("trace_keep" IN ('full', 'top', 'none') AND ("trace_keep" = 'top') = ("trace_nodes" IS NOT NULL));
