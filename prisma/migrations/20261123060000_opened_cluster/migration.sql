-- A read is about one cluster, and every statement of it asked the second wall for all clusters of the team. Whoever finds a cluster now says which,
-- for the transaction: the wall looks at that one first, and at the others where a row is of none of them.

-- The cluster that the transaction says it is about, if its team may see it: saying it lets nobody see more. In a language whose plans a connection
-- keeps, as every statement asks.
CREATE FUNCTION berth_cluster() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  team constant uuid := berth_team();
  said constant uuid := nullif(current_setting('berth.cluster', true), '')::uuid;
BEGIN
  IF EXISTS (SELECT FROM clusters WHERE id = said AND team_id = team)
    OR EXISTS (SELECT FROM grants WHERE cluster_id = said AND team_id = team)
    OR EXISTS (SELECT FROM namespace_teams WHERE cluster_id = said AND team_id = team)
  THEN
    RETURN said;
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  of_clusters constant text := '(cluster_id IN ( SELECT berth_clusters() AS berth_clusters))';
  walled record;
BEGIN
  FOR walled IN
    SELECT format('%I.%I', schemaname, tablename) AS name, qual FROM pg_policies
    WHERE policyname = 'reader' AND strpos(qual, of_clusters) > 0
  LOOP
    EXECUTE format('ALTER POLICY reader ON %s USING (%s)', walled.name,
      replace(walled.qual, of_clusters, '(cluster_id = (SELECT berth_cluster()) OR ' || of_clusters || ')'));
  END LOOP;
END $$;
