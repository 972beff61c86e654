-- sys.dm_exec_query_plan and sys.dm_exec_text_query_plan (docs/relational-databases/system-dynamic-management-views/sys-dm-exec-query-plan-transact-sql.md):
-- "Returns the Showplan in XML format for the batch specified by the plan handle", in the schema of SHOWPLAN_XML.
CREATE DATABASE plans;
GO
USE plans;
SET NOCOUNT ON;
CREATE TABLE dbo.keyed (k int NOT NULL CONSTRAINT pk_keyed PRIMARY KEY, v int NOT NULL, w varchar(10) NULL);
CREATE INDEX i_v ON dbo.keyed (v);
CREATE TABLE dbo.heap (k int NOT NULL, v int NOT NULL);
INSERT dbo.keyed VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 20, NULL);
INSERT dbo.heap VALUES (1, 10), (2, 20);
GO
-- The operators of the batch whose text begins so.
CREATE FUNCTION dbo.operators (@text nvarchar(100)) RETURNS TABLE AS RETURN
WITH XMLNAMESPACES (DEFAULT 'http://schemas.microsoft.com/sqlserver/2004/07/showplan')
SELECT s.n.value('@StatementId', 'int') AS statement, o.n.value('@NodeId', 'int') AS node, o.n.value('@PhysicalOp', 'nvarchar(60)') AS physical,
    o.n.value('@LogicalOp', 'nvarchar(60)') AS logical, o.n.value('(*/Object/@Index)[1]', 'nvarchar(60)') AS [index],
    o.n.value('@EstimateRows', 'float') AS [rows], o.n.value('count(OutputList/ColumnReference)', 'int') AS outputs,
    o.n.value('(*/Predicate/ScalarOperator/@ScalarString)[1]', 'nvarchar(200)') AS predicate
FROM sys.dm_exec_cached_plans AS c CROSS APPLY sys.dm_exec_sql_text(c.plan_handle) AS t CROSS APPLY sys.dm_exec_query_plan(c.plan_handle) AS p
CROSS APPLY p.query_plan.nodes('//StmtSimple') AS s(n) CROSS APPLY s.n.nodes('.//RelOp') AS o(n)
WHERE t.text LIKE @text + '%';
GO
SELECT w FROM dbo.keyed WHERE v = 20 AND w > 'a' AND k < 3;
GO
SELECT statement, node, physical, logical, [index], outputs, predicate FROM dbo.operators('SELECT w FROM dbo.keyed') ORDER BY node;
--> 1 | 0 | Filter | Filter | NULL | 1 | [plans].[dbo].[keyed].[w]>'a' AND [plans].[dbo].[keyed].[k]<(3)
--> 1 | 1 | Nested Loops | Inner Join | NULL | 2 | NULL
--> 1 | 2 | Index Seek | Index Seek | [i_v] | 1 | NULL
--> 1 | 3 | Clustered Index Seek | Clustered Index Seek | [pk_keyed] | 1 | NULL
GO
SELECT h.v, COUNT(*) AS n FROM dbo.heap AS h INNER HASH JOIN dbo.keyed AS a ON a.v = h.v GROUP BY h.v ORDER BY n;
DELETE dbo.heap WHERE k = 5;
GO
SELECT statement, node, physical, logical, [index], predicate FROM dbo.operators('SELECT h.v') ORDER BY statement, node;
GO
-- A seek's keys, a join's keys and outer references, as scripts that read plans look for them.
WITH XMLNAMESPACES (DEFAULT 'http://schemas.microsoft.com/sqlserver/2004/07/showplan')
SELECT p.query_plan.exist('//IndexScan[@Lookup="1"]') AS looks_up, p.query_plan.value('(//SeekPredicateNew/SeekKeys/Prefix/@ScanType)[1]', 'varchar(10)') AS scan,
    p.query_plan.value('(//SeekKeys/Prefix/RangeColumns/ColumnReference/@Column)[1]', 'varchar(10)') AS [column],
    p.query_plan.value('(//RangeExpressions/ScalarOperator/Const/@ConstValue)[1]', 'varchar(10)') AS value,
    p.query_plan.value('(//OuterReferences/ColumnReference/@Column)[1]', 'varchar(10)') AS reference,
    p.query_plan.value('(//StmtSimple/@StatementType)[1]', 'varchar(10)') AS kind, p.query_plan.value('(//StatementSetOptions/@ANSI_NULLS)[1]', 'varchar(5)') AS nulls
FROM sys.dm_exec_cached_plans AS c CROSS APPLY sys.dm_exec_sql_text(c.plan_handle) AS t CROSS APPLY sys.dm_exec_query_plan(c.plan_handle) AS p
WHERE t.text LIKE 'SELECT w FROM dbo.keyed%'; --> 1 | EQ | v | (20) | k | SELECT | true
GO
WITH XMLNAMESPACES (DEFAULT 'http://schemas.microsoft.com/sqlserver/2004/07/showplan')
SELECT p.query_plan.value('(//Hash/HashKeysBuild/ColumnReference/@Table)[1]', 'varchar(10)') AS built, p.query_plan.value('(//Aggregate/@AggType)[1]', 'varchar(10)') AS aggregate,
    p.query_plan.value('(//OrderByColumn/@Ascending)[1]', 'bit') AS ascending
FROM sys.dm_exec_cached_plans AS c CROSS APPLY sys.dm_exec_sql_text(c.plan_handle) AS t CROSS APPLY sys.dm_exec_query_plan(c.plan_handle) AS p
WHERE t.text LIKE 'SELECT h.v%';
GO
-- A procedure has a plan of its statements; "individual statements within the batch can be specified" of the text.
CREATE PROCEDURE dbo.two AS BEGIN SELECT k FROM dbo.heap; UPDATE dbo.heap SET v += 1 WHERE k = 1; END;
GO
EXEC dbo.two;
GO
WITH XMLNAMESPACES (DEFAULT 'http://schemas.microsoft.com/sqlserver/2004/07/showplan')
SELECT OBJECT_NAME(p.objectid) AS name, p.query_plan.value('count(//StmtSimple)', 'int') AS statements, p.query_plan.value('(//StmtSimple/@StatementText)[2]', 'varchar(60)') AS text
FROM sys.dm_exec_procedure_stats AS s CROSS APPLY sys.dm_exec_query_plan(s.plan_handle) AS p WHERE s.object_id = OBJECT_ID('dbo.two') AND s.database_id = DB_ID();
--> two | 2 | UPDATE dbo.heap SET v += 1 WHERE k = 1
WITH XMLNAMESPACES (DEFAULT 'http://schemas.microsoft.com/sqlserver/2004/07/showplan')
SELECT CAST(x.query_plan AS xml).value('count(//StmtSimple)', 'int') AS one, CAST(x.query_plan AS xml).value('(//StmtSimple/@StatementType)[1]', 'varchar(10)') AS kind,
    CAST(w.query_plan AS xml).value('count(//StmtSimple)', 'int') AS whole
FROM sys.dm_exec_query_stats AS q CROSS APPLY sys.dm_exec_sql_text(q.sql_handle) AS t
CROSS APPLY sys.dm_exec_text_query_plan(q.plan_handle, q.statement_start_offset, q.statement_end_offset) AS x CROSS APPLY sys.dm_exec_text_query_plan(q.plan_handle, DEFAULT, DEFAULT) AS w
WHERE t.objectid = OBJECT_ID('dbo.two') ORDER BY q.statement_start_offset;
--> 1 | SELECT | 2
--> 1 | UPDATE | 2
GO
-- A definition has no plan.
GO
CREATE TABLE dbo.made (k int NOT NULL);
GO
SELECT CASE WHEN p.query_plan IS NULL THEN 'none' END AS [plan] FROM sys.dm_exec_cached_plans AS c
CROSS APPLY sys.dm_exec_sql_text(c.plan_handle) AS t CROSS APPLY sys.dm_exec_query_plan(c.plan_handle) AS p WHERE t.text LIKE 'CREATE TABLE dbo.made%'; --> none
GO
