-- Users' functions in a table's definition: CHECK, DEFAULT, computed columns (docs/t-sql/statements/create-function-transact-sql.md); 3729: one that is used is not dropped
-- (docs/t-sql/statements/drop-function-transact-sql.md, Remarks).
CREATE DATABASE G;
GO
USE G;
GO
CREATE FUNCTION dbo.twice (@n int) RETURNS int AS BEGIN RETURN @n * 2 END;
GO
CREATE FUNCTION dbo.answer () RETURNS int AS BEGIN RETURN 42 END;
GO
CREATE TABLE dbo.t (a int CONSTRAINT CK_twice CHECK (dbo.twice(a) < 100), b AS dbo.twice(a), c int CONSTRAINT DF_answer DEFAULT dbo.answer());
GO
INSERT dbo.t (a) VALUES (1), (49);
INSERT dbo.t (a) VALUES (50);
GO
UPDATE dbo.t SET a = a + 1;
GO
SELECT * FROM dbo.t WHERE b > 2;
SELECT definition FROM sys.check_constraints;
ALTER TABLE dbo.t ADD CONSTRAINT CK_more CHECK (dbo.twice(c) > 100);
GO
DROP FUNCTION dbo.answer;
GO
DROP FUNCTION dbo.twice;
GO
ALTER TABLE dbo.t DROP CONSTRAINT CK_twice, DF_answer;
DROP FUNCTION dbo.answer;
DROP FUNCTION dbo.twice;
GO
ALTER TABLE dbo.t DROP COLUMN b;
DROP FUNCTION dbo.twice;
GO
SELECT * FROM dbo.t;
GO
