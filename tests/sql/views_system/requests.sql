-- docs/relational-databases/system-dynamic-management-views/sys-dm-exec-requests-transact-sql.md: the type of command that runs, and by sql_handle and the offsets, in
-- bytes of UTF-16, the statement in the text of its batch or procedure ("the currently executing batch or stored procedure"); sys-dm-exec-connections-transact-sql.md,
-- most_recent_sql_handle. Without a wait wait_resource is empty.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.seen(command nvarchar(32) NOT NULL, statement nvarchar(400) NOT NULL, module int NULL);
GO
CREATE VIEW dbo.what AS
SELECT r.command, SUBSTRING(t.text, r.statement_start_offset / 2 + 1, (r.statement_end_offset - r.statement_start_offset) / 2 + 1) AS statement, t.objectid
FROM sys.dm_exec_requests AS r CROSS APPLY sys.dm_exec_sql_text(r.sql_handle) AS t WHERE r.session_id = @@SPID;
GO
CREATE PROCEDURE dbo.p AS
DECLARE @word nvarchar(9) = N'žluť';
INSERT dbo.seen SELECT * FROM dbo.what;
GO
-- Of a batch; what stands before is not all of one byte.
DECLARE @word nvarchar(9) = N'žluť'; SELECT command, statement, objectid FROM dbo.what
SELECT 1 AS one;
GO
INSERT dbo.seen SELECT * FROM dbo.what
EXEC dbo.p;
WITH w AS (SELECT * FROM dbo.what) INSERT dbo.seen SELECT * FROM w
MERGE dbo.seen AS s USING dbo.what AS w ON 1 = 0 WHEN NOT MATCHED THEN INSERT VALUES (w.command, w.statement, w.objectid);
EXEC sp_executesql N'INSERT dbo.seen SELECT command, statement, @n FROM dbo.what', N'@n int', @n = 7;
SELECT command, LEFT(statement, 30) AS begins, RIGHT(RTRIM(REPLACE(statement, ';', '')), 8) AS ends, CASE WHEN module = OBJECT_ID('dbo.p') THEN 'p' WHEN module = 7 THEN 'seven' END AS module FROM dbo.seen;
GO
IF EXISTS (SELECT * FROM dbo.what WHERE command = N'IF') SELECT command FROM dbo.what;
GO
SELECT wait_resource, CASE WHEN r.sql_handle = c.most_recent_sql_handle THEN 'the same' END AS handle, CASE WHEN p.plan_handle IS NOT NULL THEN 'kept' END AS [plan]
FROM sys.dm_exec_requests AS r JOIN sys.dm_exec_connections AS c ON c.session_id = r.session_id JOIN sys.dm_exec_cached_plans AS p ON p.plan_handle = r.plan_handle WHERE r.session_id = @@SPID;
GO
-- A text that may have a password is shown to nobody: nor is where a statement stands in it.
CREATE LOGIN nobody_special WITH PASSWORD = 'Very-secret-1'; SELECT command, statement_start_offset, statement_end_offset FROM sys.dm_exec_requests WHERE session_id = @@SPID;
DROP LOGIN nobody_special;
GO
