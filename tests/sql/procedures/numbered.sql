-- docs/t-sql/statements/create-procedure-transact-sql.md: ";number: an optional integer that is used to group procedures of the same
-- name. These grouped procedures can be dropped together by using one DROP PROCEDURE statement."
CREATE PROCEDURE orderproc;2 AS SELECT 2 AS number;
GO
CREATE PROCEDURE orderproc;1 AS SELECT 1 AS number;
GO
CREATE PROCEDURE orderproc;2 @a int = 5, @b int = 0 OUTPUT AS SELECT 2 AS number, @a AS a; SET @b = @a + 1; RETURN @a;
GO
CREATE PROCEDURE orderproc;3 AS EXEC orderproc; EXEC orderproc;2 7;
GO
EXEC orderproc; --> 1
EXEC orderproc;1 --> 1
EXEC orderproc;2; --> 2 | 5
DECLARE @status int, @b int;
EXEC @status = dbo.orderproc;2 @a = 6, @b = @b OUTPUT; --> 2 | 6
SELECT @status AS status, @b AS b; --> 6 | 7
EXEC orderproc;3;
--> 1
--> 2 | 7
EXEC orderproc;4;
GO
CREATE PROCEDURE orderproc;2 AS RETURN;
GO
ALTER PROCEDURE orderproc;2 AS SELECT 'altered' AS number;
GO
EXEC orderproc;2; --> altered
-- docs/relational-databases/system-catalog-views/sys-numbered-procedures-transact-sql.md: "procedure_number: 2 or greater"
SELECT OBJECT_NAME(object_id) AS name, procedure_number, definition FROM sys.numbered_procedures ORDER BY procedure_number;
SELECT name, type FROM sys.objects WHERE name LIKE 'orderproc%';
SELECT COUNT(*) AS n FROM sys.sql_modules WHERE definition LIKE '%orderproc%'; --> 1
GO
CREATE USER u WITHOUT LOGIN;
GRANT EXECUTE ON orderproc TO u;
EXECUTE AS USER = 'u';
EXEC orderproc;2; --> altered
REVERT;
GO
EXEC sp_rename 'orderproc', 'other';
GO
DROP PROCEDURE orderproc;
SELECT COUNT(*) AS n FROM sys.numbered_procedures; --> 0
EXEC orderproc;2;
