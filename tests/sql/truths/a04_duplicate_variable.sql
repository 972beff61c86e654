-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 134, "The variable name '%.*ls' has already been declared. Variable
-- names must be unique within a query batch or stored procedure."; docs/t-sql/language-elements/declare-local-variable-transact-sql.md.
DECLARE @p INT; DECLARE @p INT; SET @p = 1;
GO
DECLARE @p INT; DECLARE @P TABLE (a INT); SET @p = 1;
GO
DECLARE @p CURSOR; DECLARE @p TABLE (a INT); CLOSE @p;
GO
CREATE PROCEDURE dbo.twice @p INT AS DECLARE @p INT; SET @p = 1;
GO
-- Nothing of the batch runs, and the next one does.
PRINT 'first'; DECLARE @p INT, @p INT;
GO
DECLARE @p INT = 5; SELECT @p AS p;
