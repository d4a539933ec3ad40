-- The values of Secrets, encrypted: manifests, and the log, have digests in their place.

-- AlterTable
ALTER TABLE "objects" ADD COLUMN "sealed" BYTEA;
