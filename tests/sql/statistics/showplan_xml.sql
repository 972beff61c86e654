-- SET SHOWPLAN_XML (docs/t-sql/statements/set-showplan-xml-transact-sql.md): "Each batch after the SET SHOWPLAN_XML ON statement is reflected in the
-- output by a single document. Each document contains the text of the statements in the batch, followed by the details of the execution steps."
CREATE DATABASE plans;
GO
USE plans;
SET NOCOUNT ON;
CREATE TABLE dbo.keyed (k int NOT NULL CONSTRAINT pk_keyed PRIMARY KEY, v int NOT NULL, w varchar(10) NULL);
CREATE INDEX i_v ON dbo.keyed (v);
CREATE TABLE dbo.heap (k int NOT NULL, v int NOT NULL);
GO
SET SHOWPLAN_XML ON;
GO
SELECT w FROM dbo.keyed WHERE k = 905;
GO
-- Two statements, one document.
SELECT k FROM dbo.heap WHERE v > 1;
DELETE FROM dbo.heap;
GO
-- "an error message from a subsequent SELECT statement involving that same table".
CREATE TABLE dbo.made (k int NOT NULL);
SELECT k FROM dbo.made;
GO
-- "It must be the only statement in a batch."
SET SHOWPLAN_XML OFF; SELECT 1 AS n;
GO
SET SHOWPLAN_XML OFF;
GO
CREATE PROCEDURE dbo.p AS SET SHOWPLAN_XML OFF;
GO
SELECT COUNT(*) AS n, OBJECT_ID('dbo.made') AS made FROM dbo.heap;
GO
