-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 556, INSERT EXEC failed because the stored procedure altered the
-- schema of the target table.
SET NOCOUNT ON;
CREATE TABLE dbo.t (a int);
GO
CREATE PROCEDURE dbo.adds AS ALTER TABLE dbo.t ADD b int NULL; SELECT 1;
GO
CREATE PROCEDURE dbo.drops AS DROP TABLE dbo.t; SELECT 1;
GO
CREATE PROCEDURE dbo.alters_another AS CREATE TABLE dbo.u (a int); DROP TABLE dbo.u; SELECT 2;
GO
INSERT dbo.t EXEC dbo.adds;
GO
INSERT dbo.t EXEC dbo.drops;
GO
INSERT dbo.t EXEC dbo.alters_another;
SELECT * FROM dbo.t;
SELECT COUNT(*) AS columns FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t');
GO
