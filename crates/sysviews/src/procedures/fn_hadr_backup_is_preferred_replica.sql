-- relational-databases/system-functions/sys-fn-hadr-backup-is-preferred-replica-transact-sql.md. Not documented, but known: 1 for a database that is
-- part of no availability group, and for a name that no database has. The engine has no availability groups.
CREATE FUNCTION sys.fn_hadr_backup_is_preferred_replica(@dbname sysname) RETURNS bit
AS
BEGIN
    RETURN 1;
END
