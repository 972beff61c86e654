-- docs/relational-databases/system-compatibility-views/sys-sysprocesses-transact-sql.md: sql_handle of 20 bytes, which dm_exec_sql_text takes (known
-- behaviour of blocking trees). Without VIEW SERVER STATE "the user will see only the current session".
SELECT DATALENGTH(p.sql_handle) AS bytes, LEFT(t.text, 3) AS text, p.waittype FROM master.dbo.sysprocesses AS p CROSS APPLY sys.dm_exec_sql_text(p.sql_handle) AS t WHERE p.spid = @@SPID;
GO
CREATE LOGIN plain WITH PASSWORD = 'Pa55word!';
CREATE USER plain;
GO
EXECUTE AS LOGIN = 'plain';
SELECT COUNT(*) AS own, COUNT(sql_handle) AS handles FROM sys.sysprocesses WHERE spid = @@SPID;
GO
-- sys-dm-exec-connections-transact-sql.md needs the permission, by a view of a user's, too.
SELECT COUNT(*) AS own FROM sys.dm_exec_connections;
GO
REVERT;
GO
CREATE VIEW dbo.seen AS SELECT session_id FROM sys.dm_exec_connections;
GO
GRANT SELECT ON dbo.seen TO plain;
EXECUTE AS LOGIN = 'plain';
SELECT COUNT(*) AS own FROM dbo.seen;
GO
REVERT;
GO
