-- A clock may be wrong, and put right: the time of the last revision stands in the head, so that no later one is older, and history has room for
-- whatever time a transaction has.

-- AlterTable
ALTER TABLE "cluster_heads" ADD COLUMN "at" TIMESTAMPTZ(3);
UPDATE "cluster_heads" h SET "at" = coalesce(
  (SELECT r."at" FROM "revisions" r WHERE r."cluster_id" = h."cluster_id" AND r."revision" = h."revision" LIMIT 1),
  (SELECT a."to_at" FROM "archives" a WHERE a."cluster_id" = h."cluster_id" AND a."to_revision" = h."revision"),
  c."created_at")
FROM "clusters" c WHERE c."id" = h."cluster_id";
ALTER TABLE "cluster_heads" ALTER COLUMN "at" SET NOT NULL;

-- Makes the partitions of the month of a time that are missing, between those that there are; answers their bounds, the lower one null for the
-- first. The engine may call it: nothing but empty partitions can come of it, of no later time than a year after the present or the last revision.
CREATE FUNCTION berth_make_partition_of(moment timestamptz, OUT lower_bound timestamptz, OUT upper_bound timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET "TimeZone" = 'UTC' AS $$
DECLARE
  parent text;
BEGIN
  FOR attempt IN 1..2 LOOP
    SELECT p.lower_bound, p.upper_bound INTO lower_bound, upper_bound FROM berth_partitions() p
    WHERE coalesce(p.lower_bound <= moment, true) AND moment < p.upper_bound LIMIT 1;
    IF upper_bound IS NOT NULL THEN
      RETURN;
    END IF;
    -- One process makes them, the others wait and find them.
    PERFORM pg_advisory_xact_lock(hashtext('berth_make_partitions'));
  END LOOP;
  IF moment > greatest(now(), (SELECT max(h.at) FROM public.cluster_heads h)) + interval '1 year' THEN
    RAISE EXCEPTION 'partitions are made for what happens, not for %', moment USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT greatest(date_trunc('month', moment), max(p.upper_bound) FILTER (WHERE p.upper_bound <= moment)),
    least(date_trunc('month', moment) + interval '1 month', min(p.lower_bound) FILTER (WHERE p.lower_bound > moment))
  INTO lower_bound, upper_bound FROM berth_partitions() p;
  FOREACH parent IN ARRAY berth_partitioned_history() LOOP
    PERFORM berth_add_partition(parent, lower_bound, upper_bound);
  END LOOP;
END $$;

-- Makes the months that are missing from the present until a time; answers until when there is room, which is at least that. Months far away, of
-- a clock that was wrong, are none of them.
CREATE OR REPLACE FUNCTION berth_make_partitions(until timestamptz) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET "TimeZone" = 'UTC' AS $$
DECLARE
  edge timestamptz := now();
BEGIN
  IF until > now() + interval '1 year' THEN
    RAISE EXCEPTION 'partitions are made for the near future, not until %', until USING ERRCODE = 'invalid_parameter_value';
  END IF;
  WHILE edge < until LOOP
    SELECT made.upper_bound INTO edge FROM berth_make_partition_of(edge) made;
  END LOOP;
  RETURN edge;
END $$;

REVOKE EXECUTE ON FUNCTION berth_make_partition_of(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION berth_make_partition_of(timestamptz) TO berth_engine;
