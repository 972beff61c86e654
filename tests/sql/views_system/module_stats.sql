-- docs/relational-databases/system-dynamic-management-views: sys-dm-exec-procedure-stats-transact-sql.md, sys-dm-exec-trigger-stats-transact-sql.md: a row for each cached module, updated when an execution completes.
CREATE TABLE dbo.t (a int PRIMARY KEY, b int);
GO
CREATE PROCEDURE dbo.p @a int AS INSERT dbo.t VALUES (@a, 0);
GO
CREATE TRIGGER dbo.tr ON dbo.t AFTER INSERT AS UPDATE dbo.t SET b = 1 WHERE a IN (SELECT a FROM inserted);
GO
SELECT COUNT(*) AS before FROM sys.dm_exec_procedure_stats WHERE object_id = OBJECT_ID('dbo.p') AND database_id = DB_ID();
EXEC dbo.p 1;
EXEC dbo.p 2;
EXEC dbo.p 3;
GO
SELECT OBJECT_NAME(object_id) AS name, type, type_desc, execution_count, CASE WHEN total_logical_reads >= max_logical_reads AND min_logical_reads > 0 THEN 1 ELSE 0 END AS reads,
       CASE WHEN max_elapsed_time >= min_elapsed_time AND last_execution_time >= cached_time THEN 1 ELSE 0 END AS times
FROM sys.dm_exec_procedure_stats WHERE database_id = DB_ID();
SELECT OBJECT_NAME(object_id) AS name, type, type_desc, execution_count FROM sys.dm_exec_trigger_stats WHERE database_id = DB_ID();
-- The handle leads to the text and to the statements.
SELECT LEFT(t.text, 23) AS text, s.execution_count AS statements FROM sys.dm_exec_procedure_stats AS p CROSS APPLY sys.dm_exec_sql_text(p.sql_handle) AS t
JOIN sys.dm_exec_query_stats AS s ON s.plan_handle = p.plan_handle WHERE p.object_id = OBJECT_ID('dbo.p');
GO
-- A procedure that is altered is compiled anew.
ALTER PROCEDURE dbo.p @a int AS RETURN @a;
GO
EXEC dbo.p 4;
SELECT execution_count FROM sys.dm_exec_procedure_stats WHERE object_id = OBJECT_ID('dbo.p');
GO
