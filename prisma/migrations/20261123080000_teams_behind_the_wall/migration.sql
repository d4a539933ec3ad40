-- Teams are tenants' data as well: a reader sees the name of their own, and of those whose clusters they see.

-- The teams that shared something with the reader's. Not by the policies of those tables; and in a language whose plans a connection keeps.
CREATE FUNCTION berth_sharing_teams() RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 10 AS $$
DECLARE
  team constant uuid := berth_team();
BEGIN
  RETURN QUERY SELECT c.team_id FROM clusters c WHERE c.id IN (
    SELECT g.cluster_id FROM grants g WHERE g.team_id = team
    UNION SELECT n.cluster_id FROM namespace_teams n WHERE n.team_id = team);
END $$;

SELECT berth_wall('teams', 'id = (SELECT berth_team()) OR id IN (SELECT berth_sharing_teams())');
