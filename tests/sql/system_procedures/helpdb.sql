-- relational-databases/system-stored-procedures/sp-helpdb-transact-sql.md, sp-databases-transact-sql.md;
-- relational-databases/system-catalog-views/sys-database-principals-transact-sql.md, sys-server-principals-transact-sql.md,
-- extended-properties-catalog-views-sys-extended-properties.md; message 15010: relational-databases/errors-events/database-engine-events-and-errors.md
CREATE DATABASE d;
GO
EXEC sp_helpdb 'd';
GO
EXEC sp_helpdb 'nothing';
GO
SET NOCOUNT ON;
CREATE TABLE #sizes(name sysname, size INT, remarks VARCHAR(254));
INSERT #sizes EXEC sp_databases;
SELECT s.name, s.size FROM #sizes AS s WHERE s.name = N'd';
SELECT s.name FROM #sizes AS s WHERE s.size <> (SELECT SUM(CAST(f.size AS BIGINT)) * 8 FROM sys.master_files AS f WHERE f.database_id = DB_ID(s.name));
-- There is one login, and it is dbo; the others are those that every server and every database has.
SELECT name, principal_id, sid, type, type_desc FROM sys.server_principals;
SELECT name, principal_id, type, type_desc, default_schema_name, sid FROM d.sys.database_principals ORDER BY principal_id;
SELECT COUNT(*) AS wrong FROM sys.database_principals WHERE USER_NAME(principal_id) <> name;
SELECT s.name AS of_schema, p.name AS owner FROM sys.schemas AS s JOIN sys.database_principals AS p ON p.principal_id = s.principal_id ORDER BY s.name;
-- Nothing makes any.
SELECT COUNT(*) AS properties FROM sys.extended_properties;
GO
