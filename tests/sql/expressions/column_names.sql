-- docs/t-sql/queries/select-clause-transact-sql.md: a column is named by AS, by `name = expression`, by its own name; an
-- expression without any has no name.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(A int, [b c] int);
INSERT INTO dbo.t VALUES (1, 2);
SELECT A, x.A, [b c] AS d, e = A + 1, A + 2, 'text' f, x.* FROM dbo.t AS x;
SELECT * FROM dbo.t;
