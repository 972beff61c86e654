-- SET SHOWPLAN_ALL (t-sql/statements/set-showplan-all-transact-sql.md): "a single row with the text of the statement, followed by several rows with
-- the details of the execution steps". What is not reckoned of a plan is NULL.
CREATE DATABASE plans;
GO
USE plans;
SET NOCOUNT ON;
CREATE TABLE dbo.keyed (k int NOT NULL CONSTRAINT pk_keyed PRIMARY KEY, v int NOT NULL, w varchar(10) NULL);
CREATE TABLE dbo.heap (k int NOT NULL, v int NOT NULL);
GO
SET SHOWPLAN_ALL ON;
GO
SELECT * FROM dbo.keyed WHERE k = 905;
GO
-- Two statements, one after the other.
SELECT h.v FROM dbo.keyed AS a INNER HASH JOIN dbo.heap AS h ON h.v = a.v;
DELETE FROM dbo.heap;
GO
SELECT COUNT(*) AS n FROM dbo.heap;
GO
SELECT * FROM dbo.not_there;
GO
SET SHOWPLAN_ALL OFF;
GO
SELECT COUNT(*) AS runs_again FROM dbo.heap;
GO
SET SHOWPLAN_ALL ON; SELECT 1;
GO
