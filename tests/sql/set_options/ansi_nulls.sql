-- docs/t-sql/statements/set-ansi-nulls-transact-sql.md: the example and the table of results.
CREATE TABLE dbo.t1 (a INT NULL);
INSERT INTO dbo.t1 values (NULL),(0),(1);
GO
PRINT 'Testing ANSI_NULLS ON';
SET ANSI_NULLS ON;
GO
DECLARE @varname int;
SET @varname = NULL
SELECT a FROM t1 WHERE a = @varname;
SELECT a FROM t1 WHERE a <> @varname;
SELECT a FROM t1 WHERE a IS NULL; --> NULL
GO
PRINT 'Testing ANSI_NULLS OFF';
SET ANSI_NULLS OFF;
GO
DECLARE @varname int;
SET @varname = NULL;
SELECT a FROM t1 WHERE a = @varname; --> NULL
SELECT a FROM t1 WHERE a <> @varname ORDER BY a;
--> 0
--> 1
SELECT a FROM t1 WHERE a IS NULL; --> NULL
GO
-- "a WHERE column_name <> XYZ_value returns all rows that are not XYZ_value and that are not NULL"
SELECT a FROM t1 WHERE a <> 0; --> 1
SELECT a FROM t1 WHERE NOT a = NULL ORDER BY a;
--> 0
--> 1
SELECT a FROM t1 WHERE a IN (NULL, 1) ORDER BY a;
--> NULL
--> 1
SELECT a FROM t1 WHERE a NOT IN (NULL, 1); --> 0
-- "If both sides of the comparison are columns or compound expressions, the setting does not affect the comparison"
SELECT a FROM t1 WHERE a = a + 0 ORDER BY a;
--> 0
--> 1
SELECT CASE WHEN NULL = NULL THEN 'true' ELSE 'not' END AS a, CASE WHEN NOT 1 = NULL THEN 'false' ELSE 'unknown' END AS b, CASE WHEN NULL <> NULL THEN 'true' ELSE 'not' END AS c, CASE WHEN 1 <> NULL THEN 'true' ELSE 'not' END AS d, CASE WHEN NULL > NULL THEN 'true' ELSE 'not' END AS e, CASE NULL WHEN NULL THEN 'equal' ELSE 'not' END AS f; --> true | false | not | true | not | equal
DECLARE @n int;
IF @n = NULL PRINT 'null';
GO
-- The setting holds from the statement on that follows it.
SET ANSI_NULLS ON;
SELECT COUNT(*) AS n FROM t1 WHERE a = NULL; --> 0
SET ANSI_NULLS OFF;
SELECT COUNT(*) AS n FROM t1 WHERE a = NULL; --> 1
DECLARE @ANSI_NULLS VARCHAR(3) = 'OFF';
IF ( (32 & @@OPTIONS) = 32 ) SET @ANSI_NULLS = 'ON';
SELECT @ANSI_NULLS AS ANSI_NULLS, SESSIONPROPERTY('ANSI_NULLS') AS property; --> OFF | 0
GO
SET ANSI_NULLS ON;
DROP TABLE dbo.t1;
