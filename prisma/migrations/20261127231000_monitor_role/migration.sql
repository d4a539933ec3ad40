-- The role that may read the metrics of the service, and nothing else. No cluster grants it.
ALTER TABLE "team_members" DROP CONSTRAINT "team_members_roles_check";
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_roles_check"
  CHECK ("roles" <@ ARRAY['viewer', 'editor', 'scheduler', 'mirror', 'monitor', 'auditor', 'admin'] AND cardinality("roles") > 0);
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_roles_check";
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_roles_check"
  CHECK ("roles" <@ ARRAY['viewer', 'editor', 'scheduler', 'mirror', 'monitor', 'auditor', 'admin'] AND cardinality("roles") > 0);
