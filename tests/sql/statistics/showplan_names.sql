-- SET SHOWPLAN_TEXT (docs/t-sql/statements/set-showplan-text-transact-sql.md): names of a plan are delimited identifiers. A `]` in a name is
-- doubled, as docs/relational-databases/databases/database-identifiers.md says of delimited identifiers.
CREATE DATABASE plans;
GO
USE plans;
SET NOCOUNT ON;
CREATE TABLE dbo.heap (v int NOT NULL);
GO
CREATE FUNCTION dbo.[f]]x] (@v int) RETURNS int AS BEGIN DECLARE @w int = @v; WHILE @w > 5 SET @w -= 1; RETURN @w; END;
GO
SET SHOWPLAN_TEXT ON;
GO
SELECT dbo.[f]]x](v) AS w FROM dbo.heap;
GO
