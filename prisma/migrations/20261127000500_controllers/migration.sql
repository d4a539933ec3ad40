-- Who acts in a cluster beside its API server. Clusters that are there stay as they were.

-- AlterTable
ALTER TABLE "clusters" ADD COLUMN "controllers" TEXT NOT NULL DEFAULT 'instant';

ALTER TABLE "clusters" ADD CONSTRAINT "clusters_controllers" CHECK ("controllers" IN ('none', 'instant'));

-- Dependants are looked for when their owner goes: most objects have no owner.
CREATE INDEX "objects_owned" ON "objects" ("cluster_id", "namespace") WHERE manifest #> '{metadata,ownerReferences}' IS NOT NULL;
