-- docs/t-sql/statements/create-procedure-transact-sql.md, set-quoted-identifier-transact-sql.md: "When a stored procedure is
-- created, the SET QUOTED_IDENTIFIER and SET ANSI_NULLS settings are captured and used for subsequent invocations"
SET ANSI_NULLS OFF;
GO
CREATE PROCEDURE p_off AS
SET ANSI_NULLS ON;
SELECT CASE WHEN NULL = NULL THEN 'equal' ELSE 'not' END AS p, SESSIONPROPERTY('ANSI_NULLS') AS property, @@OPTIONS & 32 AS bit;
EXEC ('SELECT CASE WHEN NULL = NULL THEN ''equal'' ELSE ''not'' END AS text');
GO
CREATE FUNCTION f_off() RETURNS varchar(10) AS BEGIN DECLARE @n int; RETURN CASE WHEN @n = NULL THEN 'equal' ELSE 'not' END END;
GO
CREATE VIEW v_off AS SELECT CASE WHEN NULL = NULL THEN 'equal' ELSE 'not' END AS v;
GO
SET ANSI_NULLS ON;
SET QUOTED_IDENTIFIER OFF;
GO
CREATE PROCEDURE p_quoted AS SELECT "it's" AS text, CASE WHEN NULL = NULL THEN "equal" ELSE "not" END AS p;
GO
CREATE FUNCTION f_quoted() RETURNS TABLE AS RETURN SELECT "text" AS f;
GO
SET QUOTED_IDENTIFIER ON;
GO
EXEC p_off; --> equal | 0 | 0
SELECT dbo.f_off() AS f, v FROM v_off; --> equal | equal
EXEC p_quoted; --> it's | not
SELECT f FROM f_quoted(); --> text
SELECT CASE WHEN NULL = NULL THEN 'equal' ELSE 'not' END AS batch, SESSIONPROPERTY('ANSI_NULLS') AS property; --> not | 1
SELECT OBJECT_NAME(object_id) AS name, uses_ansi_nulls, uses_quoted_identifier FROM sys.sql_modules ORDER BY name;
--> f_off | 0 | 1
--> f_quoted | 1 | 0
--> p_off | 0 | 1
--> p_quoted | 1 | 0
--> v_off | 0 | 1
SELECT OBJECTPROPERTY(OBJECT_ID('p_off'), 'ExecIsAnsiNullsOn') AS a, OBJECTPROPERTY(OBJECT_ID('p_off'), 'ExecIsQuotedIdentOn') AS b, OBJECTPROPERTY(OBJECT_ID('p_quoted'), 'ExecIsQuotedIdentOn') AS c; --> 0 | 1 | 0
GO
-- ALTER captures the settings anew.
ALTER PROCEDURE p_off AS SELECT CASE WHEN NULL = NULL THEN 'equal' ELSE 'not' END AS p;
GO
EXEC p_off; --> not
SELECT uses_ansi_nulls FROM sys.sql_modules WHERE object_id = OBJECT_ID('p_off'); --> 1
GO
-- Other options are those of the caller.
CREATE PROCEDURE p_concat AS SELECT 'abc' + NULL AS p;
GO
EXEC p_concat; --> NULL
SET CONCAT_NULL_YIELDS_NULL OFF;
EXEC p_concat; --> abc
SET CONCAT_NULL_YIELDS_NULL ON;
GO
-- "SET statements ... executed in a stored procedure ... the value is restored after control is returned"
CREATE PROCEDURE p_sets AS SET CONCAT_NULL_YIELDS_NULL OFF; SELECT 'abc' + NULL AS p;
GO
EXEC p_sets; --> abc
SELECT 'abc' + NULL AS batch; --> NULL
