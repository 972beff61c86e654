-- sys.dm_exec_query_stats (docs/relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql.md): "one row per query statement
-- within the cached plan". With sys.dm_exec_sql_text and sys.dm_exec_cached_plans (sys-dm-exec-sql-text-transact-sql.md,
-- sys-dm-exec-cached-plans-transact-sql.md). The statement's text is cut out as the page of dm_exec_sql_text does.
CREATE DATABASE stats_of;
GO
USE stats_of;
SET NOCOUNT ON;
CREATE TABLE dbo.t (k int NOT NULL CONSTRAINT pk_t PRIMARY KEY, v char(1000) NOT NULL);
GO
CREATE VIEW dbo.ran AS
SELECT SUBSTRING(st.text, (qs.statement_start_offset / 2) + 1,
        ((CASE qs.statement_end_offset WHEN -1 THEN DATALENGTH(st.text) ELSE qs.statement_end_offset END
        - qs.statement_start_offset) / 2) + 1) AS statement,
    qs.execution_count AS runs, qs.total_rows, qs.last_rows, qs.min_rows, qs.max_rows,
    qs.total_logical_reads AS reads, qs.last_logical_reads AS last_reads, qs.min_logical_reads AS min_reads, qs.max_logical_reads AS max_reads,
    qs.plan_generation_num AS generation, qs.sql_handle, qs.plan_handle, st.objectid
FROM sys.dm_exec_query_stats AS qs
CROSS APPLY sys.dm_exec_sql_text(qs.sql_handle) AS st
WHERE st.text LIKE '%/* seen */%' AND st.text NOT LIKE '%dbo.ran%';
GO
/* seen */ DECLARE @i int = 1;
WHILE @i <= 21
BEGIN
    INSERT INTO dbo.t (k, v) VALUES (@i, N'ä€😀');
    SET @i += 1;
END;
-- One row of a tree of two levels is two pages away; the last is not there.
SET @i = 20;
WHILE @i <= 22
BEGIN
    SELECT k FROM dbo.t WHERE k = @i;
    SET @i += 1;
END;
GO
SELECT statement, runs, total_rows, last_rows, min_rows, max_rows, generation FROM dbo.ran ORDER BY statement;
SELECT runs, reads, last_reads, min_reads, max_reads FROM dbo.ran WHERE statement LIKE 'SELECT%';
GO
-- Statements with parameters, and those of procedures: the text of one is all that defines it.
CREATE PROCEDURE dbo.p @k int AS
BEGIN
    /* seen */
    SELECT COUNT(*) AS n FROM dbo.t WHERE k > @k;
END;
GO
EXECUTE dbo.p 1;
EXECUTE dbo.p 21;
EXECUTE sp_executesql N'SELECT v AS /* seen */ x FROM dbo.t WHERE k = @k;', N'@k int', @k = 99;
GO
SELECT r.statement, r.runs, OBJECT_NAME(r.objectid) AS name, cp.objtype, cp.cacheobjtype, cp.usecounts
FROM dbo.ran AS r JOIN sys.dm_exec_cached_plans AS cp ON cp.plan_handle = r.plan_handle
ORDER BY r.statement;
GO
-- A plan_handle leads to the text too; what is none leads to nothing.
SELECT COUNT(*) AS n FROM dbo.ran AS r CROSS APPLY sys.dm_exec_sql_text(r.plan_handle) AS st;
SELECT COUNT(*) AS n FROM sys.dm_exec_sql_text(0x00);
GO
-- Two sessions with the same SET options and database share the plan of a batch (docs/relational-databases/query-processing-architecture-guide.md,
-- "Execution plan caching and reuse"): its runs are those of both.
-- @session other
USE stats_of;
GO
/* seen */ SELECT 1 AS one FROM dbo.t WHERE k = 1;
GO
-- @session
/* seen */ SELECT 1 AS one FROM dbo.t WHERE k = 1;
GO
SELECT COUNT(*) AS plans, COUNT(DISTINCT sql_handle) AS texts, COUNT(DISTINCT plan_handle) AS handles
FROM dbo.ran WHERE statement LIKE 'SELECT 1%';
SELECT c.usecounts, c.refcounts
FROM sys.dm_exec_cached_plans AS c CROSS APPLY sys.dm_exec_sql_text(c.plan_handle) AS t WHERE t.text LIKE '/* seen */ SELECT 1%';
GO
-- "execution_count: Number of times that the plan has been executed since it was last compiled": after a change of its table it is another plan, after another
-- table's it is not. The other session compiles it again when it runs the batch again; its run still counts.
CREATE TABLE dbo.other (k int NOT NULL);
GO
/* seen */ SELECT 1 AS one FROM dbo.t WHERE k = 1;
GO
SELECT runs, generation FROM dbo.ran WHERE statement LIKE 'SELECT 1%' ORDER BY generation;
GO
ALTER TABLE dbo.t ADD other int NULL;
GO
/* seen */ SELECT 1 AS one FROM dbo.t WHERE k = 1;
GO
SELECT runs, generation FROM dbo.ran WHERE statement LIKE 'SELECT 1%' ORDER BY generation;
GO
