-- History stands in partitions by time, so that the oldest of it can be archived and dropped without touching the rest. What is there becomes
-- the first partition, without being written again; from then on there is one a month, of UTC. The tables that are partitioned have the
-- same bounds, and all rows of a revision have its time: a revision is whole in the partitions of one range.

-- The tables whose rows are of a revision.
CREATE FUNCTION berth_partitioned_history() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['revisions', 'changes', 'run_parts', 'decisions', 'trace_chunks']
$$;

-- Their partitions; the first has no lower bound.
CREATE FUNCTION berth_partitions() RETURNS TABLE (history text, partition text, lower_bound timestamptz, upper_bound timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO, YMD' AS $$
  SELECT parent.relname, part.relname,
    substring(pg_get_expr(part.relpartbound, part.oid) FROM 'FROM \(''([^'']+)''\)')::timestamptz,
    substring(pg_get_expr(part.relpartbound, part.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
  FROM pg_class parent JOIN pg_inherits i ON i.inhparent = parent.oid JOIN pg_class part ON part.oid = i.inhrelid
  WHERE parent.relnamespace = 'public'::regnamespace AND parent.relname = ANY (berth_partitioned_history()) AND part.relpartbound IS NOT NULL
  ORDER BY 4, array_position(berth_partitioned_history(), parent.relname::text)
$$;

-- A partition refuses edits itself: triggers of the table are not asked when somebody names the partition. Nobody but the owner may name it.
CREATE FUNCTION berth_seal_partition(partition text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON public.%I
    FOR EACH STATEMENT EXECUTE FUNCTION public.berth_refuse_history_edit()', partition);
  EXECUTE format('REVOKE ALL ON public.%I FROM PUBLIC, berth_engine, berth_reader', partition);
END $$;

-- Attached when it is complete, which keeps nobody waiting: CREATE TABLE ... PARTITION OF would lock out readers and writers. Its indexes,
-- checks and storage are those of the table.
CREATE FUNCTION berth_add_partition(history text, lower_bound timestamptz, upper_bound timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET "TimeZone" = 'UTC' AS $$
DECLARE
  partition text := history || to_char(lower_bound, CASE WHEN lower_bound = date_trunc('day', lower_bound) THEN '"_p"YYYYMMDD' ELSE '"_p"YYYYMMDD"t"HH24MISSMS' END);
BEGIN
  EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', partition, history);
  PERFORM berth_seal_partition(partition);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', history, partition, lower_bound, upper_bound);
END $$;

-- Makes the months that are missing before a time; answers until when there is room, which is at least that. A row beyond it would be refused.
-- The engine may call it although it may make no tables: nothing but empty partitions of the near future can come of it.
CREATE FUNCTION berth_make_partitions(until timestamptz) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET "TimeZone" = 'UTC' AS $$
DECLARE
  parent text;
  edge timestamptz;
BEGIN
  IF until > now() + interval '1 year' THEN
    RAISE EXCEPTION 'partitions are made for the near future, not until %', until USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT min(last) INTO edge FROM (SELECT max(p.upper_bound) AS last FROM berth_partitions() p GROUP BY p.history) AS lasts;
  IF edge >= until THEN
    RETURN edge;
  END IF;
  -- One process makes them, the others wait and find them.
  PERFORM pg_advisory_xact_lock(hashtext('berth_make_partitions'));
  FOREACH parent IN ARRAY berth_partitioned_history() LOOP
    LOOP
      SELECT max(p.upper_bound) INTO edge FROM berth_partitions() p WHERE p.history = parent;
      EXIT WHEN edge >= until;
      PERFORM berth_add_partition(parent, edge, date_trunc('month', edge) + interval '1 month');
    END LOOP;
  END LOOP;
  RETURN edge;
END $$;

REVOKE EXECUTE ON FUNCTION berth_seal_partition(text), berth_add_partition(text, timestamptz, timestamptz), berth_make_partitions(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_make_partitions(timestamptz) TO berth_engine;

DO $$
DECLARE
  history text;
  first_partition text;
  edge timestamptz := now();
  newest timestamptz;
  present record;
BEGIN
  FOREACH history IN ARRAY berth_partitioned_history() LOOP
    EXECUTE format('SELECT max(at) FROM %I', history) INTO newest;
    edge := greatest(edge, newest);
  END LOOP;
  edge := (date_trunc('month', edge AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';

  FOREACH history IN ARRAY berth_partitioned_history() LOOP
    first_partition := history || '_p0';
    EXECUTE format('ALTER TABLE %I RENAME TO %I', history, first_partition);
    FOR present IN SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass(first_partition) LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', present.relname, first_partition || substr(present.relname, length(history) + 1));
    END LOOP;

    -- The new table is like it, and its indexes have the names that those of the old one had.
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) PARTITION BY RANGE (at)', history, first_partition);
    FOR present IN
      SELECT made.relname AS made, history || substr(old.relname, length(first_partition) + 1) AS wanted
      FROM pg_index m JOIN pg_class made ON made.oid = m.indexrelid
      JOIN pg_index o ON o.indkey = m.indkey AND o.indoption = m.indoption JOIN pg_class old ON old.oid = o.indexrelid
      WHERE m.indrelid = to_regclass(history) AND o.indrelid = to_regclass(first_partition)
    LOOP
      IF present.made <> present.wanted THEN
        EXECUTE format('ALTER INDEX %I RENAME TO %I', present.made, present.wanted);
      END IF;
    END LOOP;

    EXECUTE format('GRANT SELECT ON %I TO berth_engine, berth_reader', history);
    EXECUTE format('GRANT INSERT ON %I TO berth_engine', history);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit()', history);
    PERFORM berth_seal_partition(first_partition);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', history, first_partition, edge);
  END LOOP;
END $$;

SELECT berth_make_partitions(now() + interval '2 months');
