-- The log of access is of all teams in one chain, and has no column that a policy could look at: it is no reader's.
REVOKE SELECT ON "access_log" FROM berth_reader;
