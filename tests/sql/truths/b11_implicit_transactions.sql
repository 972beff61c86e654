-- docs/t-sql/statements/set-implicit-transactions-transact-sql.md: SELECT begins a transaction, but for statements "that don't select from a table";
-- OPEN begins one, and what declares a cursor over a table. docs/t-sql/statements/create-database-transact-sql.md: "isn't allowed in an explicit or
-- implicit transaction" (226).
SET NOCOUNT ON;
SET IMPLICIT_TRANSACTIONS ON;
GO
SELECT 1 AS one; SELECT @@TRANCOUNT AS constant;
SELECT * FROM (VALUES (1)) AS v (a); SELECT @@TRANCOUNT AS rows_of_values;
GO
DECLARE @t TABLE (a int); SELECT * FROM @t; SELECT @@TRANCOUNT AS table_variable; ROLLBACK;
GO
DECLARE @n int; SELECT @n = COUNT(*) FROM sys.objects; SELECT @@TRANCOUNT AS system_view; ROLLBACK;
GO
DECLARE c CURSOR LOCAL FOR SELECT name FROM sys.objects; SELECT @@TRANCOUNT AS declared; ROLLBACK;
GO
DECLARE c CURSOR LOCAL FOR SELECT 1; SELECT @@TRANCOUNT AS declared_over_nothing;
GO
CREATE DATABASE never;
GO
SELECT @@TRANCOUNT AS after;
GO
