-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (203, 234, 292), -4000-to-4999.md (4619, 4708), -8000-to-8999.md (8105,
-- 8116): the messages' texts. docs/t-sql/language-elements/waitfor-transact-sql.md: types of a time;
-- docs/t-sql/language-elements/execute-transact-sql.md: a variable has the name of a module;
-- docs/t-sql/functions/cast-and-convert-transact-sql.md, *Truncate and round results*: money that doesn't fit;
-- docs/t-sql/functions/substring-transact-sql.md: the types of the first argument.
CREATE DATABASE C;
GO
USE C;
GO
DECLARE @b bit = 1;
WAITFOR DELAY @b;
GO
DECLARE @f float = 1;
WAITFOR TIME @f;
GO
DECLARE @d datetime = 0;
WAITFOR DELAY @d;
GO
DECLARE @s nvarchar(100) = N'a.b.c.d.e';
EXEC @s;
GO
DECLARE @s nvarchar(200) = REPLICATE(N'x', 129);
EXEC @s;
GO
DECLARE @s nvarchar(200) = N'SELECT 1';
EXEC @s;
GO
SELECT CONVERT(char(1), $123);
GO
SELECT CAST(CAST(123 AS smallmoney) AS varchar(2));
GO
SELECT TRY_CAST($123 AS varchar(2)) AS text;
GO
SELECT SUBSTRING(12345, 1, 2);
GO
SELECT SUBSTRING(CAST(0x0102 AS varbinary(2)), 2, 1) AS byte, SUBSTRING('abc', 2, 1) AS letter;
GO
GRANT CREATE DATABASE TO public;
GO
CREATE VIEW dbo.v AS SELECT 1 AS a;
GO
TRUNCATE TABLE dbo.v;
GO
TRUNCATE TABLE dbo.nosuch;
GO
SET IDENTITY_INSERT dbo.v ON;
