-- docs/t-sql/statements/create-view-transact-sql.md and create-function-transact-sql.md (inline table-valued functions): the text's query stands where the
-- name stands; names inside are the database's, parameters are the arguments.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int NOT NULL, g varchar(2) NOT NULL);
INSERT INTO dbo.t VALUES (1, 'x'), (2, 'x'), (3, 'y');
GO
CREATE VIEW dbo.sums(grp, total) AS SELECT g, SUM(a) FROM dbo.t GROUP BY g;
GO
SELECT * FROM sums ORDER BY grp;
SELECT s.total, t.a FROM dbo.sums AS s JOIN dbo.t ON t.g = s.grp WHERE sums.total IS NULL OR s.total > 2;
GO
SELECT s.total, t.a FROM dbo.sums AS s JOIN dbo.t ON t.g = s.grp WHERE s.total = 3 AND t.a < 3 ORDER BY t.a;
GO
CREATE OR ALTER FUNCTION dbo.above(@least AS int, @g varchar(2) = 'x') RETURNS TABLE AS
RETURN SELECT a, a - @least AS over_it FROM dbo.t WHERE a >= @least AND g = @g;
GO
SELECT * FROM dbo.above(2, DEFAULT);
SELECT v.over_it FROM dbo.above('1', 'y') AS v;
DECLARE @a int = 2;
SELECT COUNT(*) AS n FROM dbo.above(@a - 1, N'x');
-- For each row.
SELECT t.a, f.a AS other FROM dbo.t CROSS APPLY dbo.above(t.a, t.g) AS f ORDER BY t.a, f.a;
SELECT t.a, (SELECT MAX(over_it) FROM dbo.above(t.a - 1, t.g)) AS m FROM dbo.t ORDER BY t.a;
GO
-- A view over a view, and another definition under the same name.
CREATE VIEW dbo.big AS SELECT grp FROM dbo.sums WHERE total >= 3;
GO
SELECT grp FROM dbo.big ORDER BY grp;
GO
ALTER VIEW dbo.big AS SELECT grp + '!' AS grp FROM dbo.sums WHERE total > 2;
GO
SELECT grp FROM dbo.big ORDER BY grp;
IF OBJECT_ID('dbo.big', 'V') IS NOT NULL AND OBJECT_ID('dbo.above', 'IF') IS NOT NULL AND OBJECT_ID('dbo.big', 'U') IS NULL PRINT 'there';
GO
-- Definitions are rolled back like data.
BEGIN TRAN;
GO
CREATE VIEW dbo.passing AS SELECT 1 AS one;
GO
SELECT one FROM dbo.passing;
ROLLBACK;
GO
SELECT one FROM dbo.passing;
GO
CREATE VIEW dbo.bad AS SELECT a + 1 FROM dbo.t;
GO
CREATE VIEW dbo.bad AS SELECT a, g AS a FROM dbo.t;
GO
CREATE VIEW dbo.bad AS SELECT nosuch AS c FROM dbo.nothing;
GO
CREATE VIEW dbo.t AS SELECT 1 AS one;
GO
ALTER VIEW dbo.bad AS SELECT 1 AS one;
GO
ALTER VIEW dbo.above AS SELECT 1 AS one;
GO
CREATE VIEW dbo.bad AS SELECT a FROM dbo.t ORDER BY a;
GO
SELECT * FROM dbo.above;
GO
SELECT * FROM dbo.above(1);
GO
SELECT * FROM dbo.above(1, 'x', 2);
GO
SELECT * FROM dbo.sums(1);
GO
ALTER VIEW dbo.sums AS SELECT grp AS grp, 1 AS total FROM dbo.big;
GO
SELECT * FROM dbo.big;
GO
DROP VIEW dbo.above;
GO
DROP VIEW dbo.nothing;
GO
DROP VIEW IF EXISTS dbo.nothing;
DROP VIEW dbo.big, dbo.sums;
DROP FUNCTION IF EXISTS dbo.above;
GO
SELECT * FROM dbo.sums;
