-- docs/t-sql/functions/error-procedure-transact-sql.md and recorded answers of SQL Server: an error in a procedure names it as the EXECUTE
-- has it, without brackets; a trigger's error and that of a definition have the name alone.
CREATE DATABASE G;
GO
USE G;
GO
CREATE PROCEDURE dbo.fails @a int AS SELECT 1 / @a AS a;
GO
CREATE PROCEDURE dbo.calls @a int AS EXEC dbo.fails @a;
GO
CREATE PROCEDURE dbo.catches AS
BEGIN TRY SELECT 1 / 0 AS a; END TRY
BEGIN CATCH SELECT ERROR_PROCEDURE() AS [procedure]; END CATCH;
GO
EXEC fails 0;
GO
EXEC DBO.[Fails] 0;
GO
EXEC [fails] @a = 0;
GO
EXEC G.dbo.fails 0;
GO
EXEC G..fails 0;
GO
EXEC calls 0;
GO
DECLARE @name nvarchar(100) = N'[dbo].[fails]';
EXEC @name 0;
GO
EXEC [catches];
EXEC dbo.catches;
GO
BEGIN TRY EXEC dbo.fails 0; END TRY
BEGIN CATCH SELECT ERROR_PROCEDURE() AS [procedure]; END CATCH;
GO
-- Errors of the call, and of a statement whose table is missing.
EXEC dbo.fails;
GO
EXEC dbo.fails 'x';
GO
CREATE PROCEDURE dbo.reads AS SELECT a FROM dbo.missing;
GO
EXEC dbo.reads;
GO
CREATE PROCEDURE dbo.begins AS BEGIN TRANSACTION;
GO
EXEC dbo.begins;
ROLLBACK;
GO
CREATE TABLE dbo.t(a int);
GO
CREATE TRIGGER dbo.stops ON dbo.t AFTER INSERT AS SELECT 1 / 0 AS a;
GO
INSERT INTO dbo.t VALUES (1);
GO
CREATE PROCEDURE dbo.wrong AS SELECT @missing;
GO
CREATE TRIGGER dbo.stops ON dbo.t AFTER INSERT AS PRINT 'again';
GO
-- Other errors of arguments, and an output that the variable's type can't have: 8114 in state 2.
EXEC dbo.fails 1, 2;
PRINT 'reached';
GO
EXEC dbo.fails @b = 1;
PRINT 'reached';
GO
CREATE PROCEDURE dbo.gives @a int OUTPUT AS SET @a = 300;
GO
DECLARE @t tinyint = 255;
EXEC dbo.gives @t OUTPUT;
SELECT @t AS t;
GO
