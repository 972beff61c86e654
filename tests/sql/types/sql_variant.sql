-- docs/t-sql/data-types/sql-variant-transact-sql.md, docs/t-sql/functions/sql-variant-property-transact-sql.md.
CREATE TABLE tableA (colA sql_variant, colB int);
INSERT INTO tableA VALUES (CAST(46279.1 AS decimal(8, 2)), 1689);
SELECT SQL_VARIANT_PROPERTY(colA, 'BaseType') AS 'Base Type', SQL_VARIANT_PROPERTY(colA, 'Precision') AS 'Precision', SQL_VARIANT_PROPERTY(colA, 'Scale') AS 'Scale' FROM tableA WHERE colB = 1689; --> numeric | 8 | 2
GO
DECLARE @v1 sql_variant;
SET @v1 = 'ABC';
SELECT @v1 AS v, SQL_VARIANT_PROPERTY(@v1, 'BaseType') AS b, SQL_VARIANT_PROPERTY(@v1, 'MaxLength') AS m, SQL_VARIANT_PROPERTY(@v1, 'Collation') AS c; --> ABC | varchar | 3 | SQL_Latin1_General_CP1_CI_AS
GO
SELECT SQL_VARIANT_PROPERTY(1, 'BaseType') AS a, SQL_VARIANT_PROPERTY(N'x', 'BaseType') AS b, SQL_VARIANT_PROPERTY(1.5E0, 'Precision') AS c, SQL_VARIANT_PROPERTY(1, 'Nothing') AS d, SQL_VARIANT_PROPERTY(NULL, 'BaseType') AS e; --> int | nvarchar | 53 | NULL | NULL
GO
-- Values of all kinds, in a column, and back.
CREATE TABLE things (id int, thing sql_variant);
SET NOCOUNT ON;
INSERT things VALUES (1, 5);
INSERT things VALUES (2, 'text');
INSERT things VALUES (3, CAST('2020-02-29' AS date));
INSERT things VALUES (4, 1.50);
INSERT things VALUES (5, 0x0102);
INSERT things VALUES (6, NULL);
INSERT things VALUES (7, CAST(2.5 AS float));
INSERT things VALUES (8, N'ж');
INSERT things VALUES (9, $7);
INSERT things VALUES (10, CAST('0E984725-C51C-4BF4-9960-E1C80E27ABA0' AS uniqueidentifier));
SET NOCOUNT OFF;
SELECT id, thing, CAST(SQL_VARIANT_PROPERTY(thing, 'BaseType') AS varchar(20)) AS type FROM things ORDER BY id;
--> 1 | 5 | int
--> 2 | text | varchar
--> 3 | 2020-02-29 | date
--> 4 | 1.50 | numeric
--> 5 | 0x0102 | varbinary
--> 6 | NULL | NULL
--> 7 | 2.5 | float
--> 8 | ж | nvarchar
--> 9 | 7.0000 | money
--> 10 | 0E984725-C51C-4BF4-9960-E1C80E27ABA0 | uniqueidentifier
GO
-- @restart
-- The order is first that of the families: identifiers, bytes, texts, exact numbers, approximate ones, dates.
SELECT id FROM things WHERE thing IS NOT NULL ORDER BY thing;
--> 10
--> 5
--> 2
--> 8
--> 4
--> 1
--> 9
--> 7
--> 3
GO
-- Within a family by the values: whatever their types.
SELECT id FROM things WHERE thing = 5; --> 1
GO
SELECT id FROM things WHERE thing = CAST(5 AS bigint); --> 1
GO
SELECT id FROM things WHERE thing = 1.5; --> 4
GO
SELECT id FROM things WHERE thing = N'TEXT'; --> 2
GO
SELECT COUNT(*) AS n FROM things WHERE thing > 0; --> 5
GO
-- Of two families the greater: a float is greater than every exact number, a number greater than every text.
SELECT CASE WHEN CAST(1E0 AS sql_variant) > CAST(100 AS sql_variant) THEN 'float' ELSE 'int' END AS a, CASE WHEN CAST('999' AS sql_variant) < CAST(1 AS sql_variant) THEN 'int' ELSE 'text' END AS b; --> float | int
GO
SELECT COUNT(DISTINCT thing) AS n, MIN(thing) AS least, MAX(thing) AS greatest FROM things;
--> 9 | 0E984725-C51C-4BF4-9960-E1C80E27ABA0 | 2020-02-29
--> Warning: Null value is eliminated by an aggregate or other SET operation.
GO
-- Out of it only when asked: 257; arithmetic asks first.
DECLARE @v sql_variant = 5, @i int;
SET @i = @v;
--> Msg 257, Level 16, State 3, Line 3
--> Implicit conversion from data type sql_variant to int is not allowed. Use the CONVERT function to run this query.
GO
DECLARE @v sql_variant = 5;
SELECT CAST(@v AS int) + 1 AS i, CONVERT(varchar(10), @v) + '!' AS t; --> 6 | 5!
GO
DECLARE @v sql_variant = 5;
SELECT @v + 1;
--> Msg 257, Level 16, State 3, Line 2
--> Implicit conversion from data type sql_variant to int is not allowed. Use the CONVERT function to run this query.
GO
SELECT CAST(CAST('x' AS sql_variant) AS int);
--> Msg 245, Level 16, State 1, Line 1
--> Conversion failed when converting the varchar value 'x' to data type int.
GO
-- The longest types and xml have no place in it.
DECLARE @v sql_variant = CAST('x' AS varchar(max));
--> Msg 206, Level 16, State 2, Line 2
--> Operand type clash: varchar(max) is incompatible with sql_variant
GO
SELECT CAST(CAST('<a/>' AS xml) AS sql_variant);
--> Msg 529, Level 16, State 2, Line 1
--> Explicit conversion from data type xml to sql_variant is not allowed.
GO
SELECT DATALENGTH(CAST(5 AS sql_variant)) AS a, DATALENGTH(CAST(N'ab' AS sql_variant)) AS b; --> 4 | 4
GO
UPDATE things SET thing = 'other' WHERE id = 1;
DELETE things WHERE thing = CAST('2020-02-29' AS date);
SELECT thing FROM things WHERE id IN (1, 3); --> other
GO
-- docs/relational-databases/system-stored-procedures/sp-set-session-context-transact-sql.md, docs/t-sql/functions/session-context-transact-sql.md.
EXEC sp_set_session_context 'language', 'English';
SELECT SESSION_CONTEXT(N'language') AS language, SESSION_CONTEXT(N'LANGUAGE') AS any_case, SESSION_CONTEXT(N'other') AS other; --> English | English | NULL
GO
EXEC sys.sp_set_session_context @key = N'user_id', @value = 4, @read_only = 1;
SELECT SESSION_CONTEXT(N'user_id') AS id, SQL_VARIANT_PROPERTY(SESSION_CONTEXT(N'user_id'), 'BaseType') AS type; --> 4 | int
GO
EXEC sp_set_session_context N'user_id', 5;
--> Msg 15664, Level 16, State 1, Line 1
--> Cannot set key 'user_id' in the session context. The key has been set as read_only for this session.
GO
EXEC sp_set_session_context N'language', NULL;
SELECT SESSION_CONTEXT(N'language') AS language; --> NULL
GO
EXEC sp_set_session_context NULL, 1;
--> Msg 225, Level 16, State 1, Line 1
--> The parameters supplied for the procedure "sp_set_session_context" are not valid.
GO
EXEC sp_set_session_context N'a';
--> Msg 201, Level 16, State 4, Procedure sp_set_session_context, Line 0
--> Procedure or function 'sp_set_session_context' expects parameter '@value', which was not supplied.
GO
-- IDENTITYPROPERTY as the article's clean-up script asks it: NULL before the first value.
CREATE TABLE numbered (id int IDENTITY(5, 2), x int);
SELECT IDENTITYPROPERTY(OBJECT_ID('numbered'), 'SeedValue') AS seed, IDENTITYPROPERTY(OBJECT_ID('numbered'), 'IncrementValue') AS increment, IDENTITYPROPERTY(OBJECT_ID('numbered'), 'LastValue') AS last, IDENTITYPROPERTY(0, 'LastValue') AS nobody; --> 5 | 2 | NULL | NULL
INSERT numbered (x) VALUES (1), (2);
SELECT IdentityProperty(OBJECT_ID('numbered'), 'LastValue') AS last, CASE WHEN IdentityProperty(OBJECT_ID('numbered'), 'LastValue') > 0 THEN 1 ELSE 0 END AS has_identity; --> 7 | 1
