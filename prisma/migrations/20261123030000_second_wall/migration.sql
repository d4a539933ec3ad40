-- Whoever reads for a team reads as berth_reader, and sees rows of that team's clusters alone, whatever a query forgets to ask for.

-- The engine works on whole clusters, and writes them with COPY, which no policy lets through: it stands behind the wall.
DO $$
BEGIN
  IF NOT (SELECT rolbypassrls FROM pg_roles WHERE rolname = 'berth_engine') THEN
    ALTER ROLE berth_engine BYPASSRLS;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  -- Nothing is wrong with the script: the next start tries it again.
  RAISE EXCEPTION 'this user may not do what the engine needs: as a superuser, run ALTER ROLE berth_engine BYPASSRLS, and start again'
    USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;

-- The clusters that a reader may see: those of the team, and others that it was granted anything in. Not by the policies of those tables, which ask
-- for this; and in a language whose plans a connection keeps, because every statement asks anew.
CREATE FUNCTION berth_clusters() RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 10 AS $$
DECLARE
  team uuid := berth_team();
BEGIN
  RETURN QUERY SELECT c.id FROM clusters c WHERE c.team_id = team
    UNION SELECT g.cluster_id FROM grants g WHERE g.team_id = team
    UNION SELECT n.cluster_id FROM namespace_teams n WHERE n.team_id = team;
END $$;

-- Puts a table behind the wall: nobody sees a row of it but by a policy, its owner has one for all of them, and readers that of the condition, if
-- there is one. A migration that makes a table of tenants' data calls this; the service does not start without.
CREATE FUNCTION berth_wall(wanted regclass, condition text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', wanted);
  EXECUTE format('CREATE POLICY owner ON %s TO CURRENT_USER USING (true) WITH CHECK (true)', wanted);
  IF condition IS NOT NULL THEN
    EXECUTE format('CREATE POLICY reader ON %s FOR SELECT TO berth_reader USING (%s)', wanted, condition);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION berth_wall(regclass, text) FROM PUBLIC;

-- What stands in a cluster is seen by whoever sees the cluster; what is a team's own by the team. Where the team of the cluster stands on the row, the
-- clusters are asked for only beyond it. Partitions are read through their tables, and nobody but the owner may name them. Hashes of secrets are
-- no reader's.
DO $$
DECLARE
  of_cluster constant text := 'cluster_id IN (SELECT berth_clusters())';
  of_team constant text := 'team_id = (SELECT berth_team())';
  kept record;
BEGIN
  FOR kept IN
    SELECT c.oid::regclass AS wanted, c.relname, c.relispartition,
      bool_or(a.attname = 'cluster_id') AS has_cluster, bool_or(a.attname = 'team_id') AS has_team
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('cluster_id', 'team_id')
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    GROUP BY c.oid
  LOOP
    PERFORM berth_wall(kept.wanted, CASE
      WHEN kept.relispartition OR kept.relname = 'api_keys' THEN NULL
      WHEN kept.relname = 'clusters' THEN of_team || ' OR id IN (SELECT berth_clusters())'
      WHEN kept.relname = 'operations' OR NOT kept.has_cluster THEN of_team
      WHEN kept.has_team THEN of_team || ' OR ' || of_cluster
      ELSE of_cluster END);
  END LOOP;
END $$;

-- A partition refuses edits itself: triggers of the table are not asked when somebody names the partition. Nobody but the owner may name it.
CREATE OR REPLACE FUNCTION berth_seal_partition(partition text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON public.%I
    FOR EACH STATEMENT EXECUTE FUNCTION public.berth_refuse_history_edit()', partition);
  EXECUTE format('REVOKE ALL ON public.%I FROM PUBLIC, berth_engine, berth_reader', partition);
  PERFORM berth_wall(format('public.%I', partition)::regclass);
END $$;
