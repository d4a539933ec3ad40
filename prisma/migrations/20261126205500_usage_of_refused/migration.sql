-- All that a refused object asked of quotas: a refusal names only the resources that it had no room for.
ALTER TABLE "refusals" ADD COLUMN "usage" TEXT;
