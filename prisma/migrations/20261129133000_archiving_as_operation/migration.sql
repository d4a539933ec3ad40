-- Archiving that no client waits for is an operation.
ALTER TABLE "operations" DROP CONSTRAINT "operations_kind_check";
ALTER TABLE "operations" ADD CONSTRAINT "operations_kind_check"
  CHECK ("kind" IN ('verification', 'replay', 'export', 'comparison', 'advance', 'import', 'archive'));
