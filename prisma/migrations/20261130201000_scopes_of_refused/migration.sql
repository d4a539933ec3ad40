-- AlterTable
ALTER TABLE "refusals" ADD COLUMN "scopes" TEXT;
