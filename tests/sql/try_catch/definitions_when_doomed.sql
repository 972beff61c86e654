-- docs/t-sql/language-elements/try-catch-transact-sql.md (uncommittable transactions) and docs/t-sql/statements/set-implicit-transactions-transact-sql.md: CREATE begins
-- a transaction under IMPLICIT_TRANSACTIONS, and a transaction that can't be committed takes no definition of a view.
CREATE DATABASE G;
GO
USE G;
GO
CREATE VIEW dbo.v AS SELECT 1 AS one;
GO
SET XACT_ABORT ON;
BEGIN TRY BEGIN TRAN; SELECT 1 / 0; END TRY BEGIN CATCH PRINT XACT_STATE(); DROP VIEW dbo.v; END CATCH;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
SELECT one FROM dbo.v;
GO
SET IMPLICIT_TRANSACTIONS ON;
GO
CREATE VIEW dbo.w AS SELECT 2 AS two;
GO
PRINT @@TRANCOUNT;
ROLLBACK;
SET IMPLICIT_TRANSACTIONS OFF;
PRINT COALESCE(OBJECT_ID('dbo.w'), 0);
