-- docs/relational-databases/system-stored-procedures/sp-describe-first-result-set-transact-sql.md, its tables and examples.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t (a int PRIMARY KEY, b1 int);
CREATE TABLE dbo.t1 (a int NULL, b varchar(10) NULL, c nvarchar(10) NULL);
CREATE TABLE dbo.t2 (a smallint NOT NULL, d varchar(20) NOT NULL, e int NOT NULL);
GO
CREATE VIEW dbo.v AS SELECT b1 AS b2 FROM dbo.t;
GO
-- What of a column is told here, by rows that INSERT takes.
CREATE TABLE dbo.told (is_hidden bit, column_ordinal int, name sysname NULL, is_nullable bit, system_type_id int, system_type_name nvarchar(256),
    max_length smallint, precision tinyint, scale tinyint, collation_name sysname NULL, user_type_id int, user_type_database sysname NULL,
    user_type_schema sysname NULL, user_type_name sysname NULL, assembly_qualified_type_name nvarchar(4000), xml_collection_id int,
    xml_collection_database sysname NULL, xml_collection_schema sysname NULL, xml_collection_name sysname NULL, is_xml_document bit, is_case_sensitive bit,
    is_fixed_length_clr_type bit, source_server sysname NULL, source_database sysname NULL, source_schema sysname NULL, source_table sysname NULL,
    source_column sysname NULL, is_identity_column bit, is_part_of_unique_key bit, is_updateable bit, is_computed_column bit, is_sparse_column_set bit,
    ordinal_in_order_by_list smallint, order_by_list_length smallint, order_by_is_descending smallint, tds_type_id int, tds_length int,
    tds_collation_id int, tds_collation_sort_id tinyint);
GO
CREATE PROCEDURE dbo.show @tsql nvarchar(max), @params nvarchar(max) = NULL AS
SET NOCOUNT ON;
DELETE dbo.told;
DECLARE @r int = -1;
INSERT dbo.told EXEC @r = sp_describe_first_result_set @tsql, @params;
SELECT column_ordinal, name, is_nullable, system_type_id, system_type_name, max_length, precision, scale FROM dbo.told ORDER BY column_ordinal;
GO
EXEC dbo.show N'SELECT object_id, name, type_desc FROM sys.indexes';
EXEC dbo.show N'SELECT object_id, name, type_desc
FROM sys.indexes
WHERE object_id = @id1', N'@id1 int';
-- B, mode 0: nothing of where it comes from, but what it is: here a column that can be updated.
EXEC sp_describe_first_result_set N'SELECT b2 AS b3 FROM dbo.v', null, 0;
GO
-- The number of columns differs; the types do.
EXEC sp_describe_first_result_set @tsql = N'
IF(1=1)
    SELECT a FROM t1;
ELSE
    SELECT a, b FROM t1;
SELECT * FROM t; -- Ignored, not a possible first result set.';
EXEC sp_describe_first_result_set @tsql = N'IF(1=1) SELECT a FROM t1; ELSE SELECT a FROM t2;';
EXEC sp_describe_first_result_set @tsql = N'IF(1=1) SELECT b FROM t1; ELSE SELECT c FROM t1;';
GO
-- <Unknown Column Name> varchar(20) NULL; with one name: b varchar(20) NULL.
EXEC dbo.show N'IF(1=1) SELECT b FROM t1; ELSE SELECT d FROM t2; ';
EXEC dbo.show N'IF(1=1) SELECT b FROM t1; ELSE SELECT d AS b FROM t2;';
-- An error or a result; nothing or a result: a int NULL.
EXEC dbo.show N'
IF(1=1)
    RAISERROR(''Some Error'', 16, 1);
ELSE
    SELECT a FROM t1;
SELECT e FROM t2; -- Ignored, not a possible first result set.;';
EXEC dbo.show N'IF(1=1) RETURN; SELECT a FROM t1;';
-- A string that is a constant; one that is not.
EXEC dbo.show N'EXEC(N''SELECT a FROM t1'');';
EXEC sp_describe_first_result_set @tsql = N'DECLARE @SQL NVARCHAR(max);
SET @SQL = N''SELECT a FROM t1 WHERE 1 = 1 '';
IF(1=1)
    SET @SQL += N'' AND e > 10 '';
EXEC(@SQL); ';
GO
-- What its columns are: an identity column, one that can be updated; of what is reckoned it is not known whether it is a computed column.
CREATE TABLE dbo.kinds (i int IDENTITY, c AS i + 1, p int, v rowversion);
INSERT dbo.told EXEC sp_describe_first_result_set N'SELECT i, c, p, v, p + 1 AS e FROM dbo.kinds';
SELECT name, is_identity_column, is_updateable, is_computed_column FROM dbo.told WHERE column_ordinal > 0 AND name IN (N'i', N'c', N'p', N'v', N'e')
ORDER BY name;
DELETE dbo.told;
GO
-- No result at all: no rows. What a change puts out; what a procedure shows; what stands in a CATCH block.
EXEC dbo.show N'DECLARE @x int = 1; PRINT @x;';
EXEC dbo.show N'UPDATE dbo.t1 SET a = 1 OUTPUT deleted.a AS was, inserted.c';
GO
CREATE PROCEDURE dbo.p @n int AS IF @n > 0 EXEC dbo.p 0; SELECT CAST(1 AS decimal(9, 2)) AS d;
GO
EXEC dbo.show N'EXEC dbo.p 1; SELECT 2 AS ignored';
EXEC dbo.show N'BEGIN TRY PRINT 1; END TRY BEGIN CATCH SELECT SYSDATETIME() AS c; END CATCH';
EXEC dbo.show N'EXEC sp_executesql N''SELECT @q AS q'', N''@q varbinary(max)'', 0x';
-- What is wrong: the batch, its parameters, a name, a temporary table, what is called, a mode.
EXEC sp_describe_first_result_set N'SELECT FROM';
EXEC sp_describe_first_result_set N'SELECT @a', N'@a int, @a int';
EXEC sp_describe_first_result_set N'SELECT * FROM dbo.nothing_of_this_name';
EXEC sp_describe_first_result_set N'CREATE TABLE #t(a int); SELECT * FROM #t';
EXEC sp_describe_first_result_set N'DBCC TRACESTATUS(-1)';
EXEC sp_describe_first_result_set N'SELECT 1', NULL, 7;
GO
-- B, the three modes: what is told of where a column comes from, and of keys that the query does not show.
CREATE PROCEDURE dbo.show_sources @tsql nvarchar(max), @mode tinyint AS
SET NOCOUNT ON;
DELETE dbo.told;
INSERT dbo.told EXEC sp_describe_first_result_set @tsql, NULL, @mode;
SELECT is_hidden, column_ordinal, name, source_database, source_schema, source_table, source_column, is_part_of_unique_key FROM dbo.told ORDER BY column_ordinal;
GO
EXEC dbo.show_sources N'SELECT b2 AS b3 FROM dbo.v', 0;
EXEC dbo.show_sources N'SELECT b2 AS b3 FROM v', 1;
EXEC dbo.show_sources N'SELECT b2 AS b3 FROM v', 2;
GO
-- Keys of all tables, the primary one before others; not where groups or DISTINCT hide the rows, nor where NULLs of an outer join may stand for them.
CREATE TABLE dbo.two (x int NOT NULL, y int NOT NULL, z int NULL UNIQUE, w varchar(5) NULL, PRIMARY KEY (y, x));
CREATE TABLE dbo.loose (z int NULL UNIQUE, n int NULL);
GO
EXEC dbo.show_sources N'SELECT two.w, two.x, t.b1 + 1 AS more, t.a FROM dbo.two JOIN dbo.t ON t.a = two.z', 1;
EXEC dbo.show_sources N'SELECT n FROM dbo.loose', 1;
EXEC dbo.show_sources N'SELECT t.b1, l.n, l.z FROM dbo.t LEFT JOIN dbo.loose AS l ON l.z = t.a', 1;
EXEC dbo.show_sources N'SELECT DISTINCT w FROM dbo.two', 1;
EXEC dbo.show_sources N'SELECT w, COUNT(*) AS c FROM dbo.two GROUP BY w', 1;
EXEC dbo.show_sources N'SELECT x FROM dbo.two UNION ALL SELECT a FROM dbo.t', 1;
EXEC dbo.show_sources N'SELECT w FROM dbo.two WHERE x IN (SELECT a FROM dbo.t)', 2;
EXEC dbo.show_sources N'IF 1 = 1 SELECT b FROM dbo.t1 ELSE SELECT d AS b FROM dbo.t2', 1;
EXEC dbo.show_sources N'SELECT 1 AS one', 1;
GO
-- The order that the query asks for: by a column, an alias, a number; of what the query does not show the length alone tells.
CREATE PROCEDURE dbo.show_order @tsql nvarchar(max) AS
SET NOCOUNT ON;
DELETE dbo.told;
INSERT dbo.told EXEC sp_describe_first_result_set @tsql;
SELECT name, ordinal_in_order_by_list, order_by_list_length, order_by_is_descending FROM dbo.told ORDER BY column_ordinal;
GO
EXEC dbo.show_order N'SELECT x, y, z + 1 AS more, w FROM dbo.two ORDER BY dbo.two.y DESC, more, 1 DESC, z';
EXEC dbo.show_order N'SELECT TOP 3 x FROM dbo.two ORDER BY x';
EXEC dbo.show_order N'SELECT x FROM dbo.two';
EXEC dbo.show_order N'IF 1 = 1 SELECT x FROM dbo.two ORDER BY x ELSE SELECT x FROM dbo.two';
GO
