-- relational-databases/system-functions/sys-fn-hadr-is-primary-replica-transact-sql.md: NULL for a database that is part of no availability group.
CREATE FUNCTION sys.fn_hadr_is_primary_replica(@dbname sysname) RETURNS bit
AS
BEGIN
    RETURN (SELECT is_primary_replica FROM sys.dm_hadr_database_replica_states WHERE is_local = 1 AND database_id = DB_ID(@dbname));
END
