-- docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md (4413, 4508, 4514): the messages' texts.
-- docs/t-sql/statements/create-view-transact-sql.md: a view can't reference a temporary table; a view over a changed
-- table gives errors until it is refreshed.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (a int, b int);
INSERT INTO dbo.t VALUES (1, 2);
GO
CREATE VIEW dbo.v AS
SELECT a,
    b
FROM dbo.t;
GO
CREATE VIEW dbo.w AS SELECT a FROM dbo.v;
GO
ALTER TABLE dbo.t DROP COLUMN b;
GO
SELECT a FROM dbo.v;
PRINT 'next';
GO
SELECT a FROM w;
GO
SELECT a FROM dbo.v AS other;
GO
BEGIN TRY
    EXEC ('SELECT a FROM dbo.v');
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS message;
END CATCH;
GO
DROP TABLE dbo.t;
GO
SELECT a FROM dbo.v;
GO
-- The table is found when the statement runs.
SELECT 1 AS before_it;
SELECT a FROM dbo.w;
GO
CREATE TABLE dbo.t (a int, b int);
INSERT INTO dbo.t VALUES (3, 4);
GO
SELECT a FROM dbo.w;
GO
CREATE TABLE #x (a int);
GO
CREATE VIEW dbo.x AS SELECT a FROM #x;
GO
CREATE FUNCTION dbo.f () RETURNS table AS RETURN SELECT 1 + 1;
GO
CREATE VIEW dbo.x AS SELECT 1 + 1;
