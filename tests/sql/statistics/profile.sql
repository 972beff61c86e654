-- SET STATISTICS PROFILE and XML (docs/t-sql/statements/set-statistics-profile-transact-sql.md): "each executed query returns its regular result set,
-- followed by an additional result set that shows a profile of the query execution": the rows and executions of each operator, then the columns of
-- SHOWPLAN_ALL.
CREATE DATABASE plans;
GO
USE plans;
SET NOCOUNT ON;
CREATE TABLE dbo.keyed (k int NOT NULL CONSTRAINT pk_keyed PRIMARY KEY, v int NOT NULL);
CREATE TABLE dbo.heap (k int NOT NULL, v int NOT NULL);
INSERT dbo.keyed VALUES (1, 10), (2, 20), (3, 20);
INSERT dbo.heap VALUES (1, 10), (2, 20), (9, 20);
GO
SET STATISTICS PROFILE ON;
GO
SELECT v FROM dbo.keyed WHERE k = 2;
SELECT a.v FROM dbo.heap AS h INNER LOOP JOIN dbo.keyed AS a ON a.k = h.k WHERE h.v = 20;
UPDATE dbo.heap SET v = 30 WHERE k > 1;
GO
-- Variables and definitions have no profile.
DECLARE @v int = 5;
SET @v += 1;
CREATE TABLE dbo.made (k int NOT NULL);
GO
SET STATISTICS PROFILE OFF;
SET STATISTICS XML ON;
GO
-- "Each statement after the SET STATISTICS XML ON statement is reflected in the output by a single document."
SELECT COUNT(*) AS n FROM dbo.heap WHERE v = 30;
GO
SET STATISTICS XML OFF;
SELECT COUNT(*) AS n FROM dbo.heap WHERE v = 30;
GO
