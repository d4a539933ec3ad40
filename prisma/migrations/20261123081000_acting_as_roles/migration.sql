-- Since PostgreSQL 16 whoever makes a role is its member, and may yet not act as it: that is granted for itself.
DO $$
DECLARE role_name text;
BEGIN
  IF current_setting('server_version_num')::int < 160000 THEN
    RETURN;
  END IF;
  FOREACH role_name IN ARRAY ARRAY['berth_engine', 'berth_reader'] LOOP
    IF NOT pg_has_role(current_user, role_name, 'SET') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    END IF;
  END LOOP;
EXCEPTION WHEN insufficient_privilege THEN
  -- Nothing is wrong with the script: the next start tries it again.
  RAISE EXCEPTION 'this user may not act as the roles of Berth: as a superuser, run GRANT berth_engine, berth_reader TO %, and start again', current_user
    USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
