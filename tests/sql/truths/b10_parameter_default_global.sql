-- docs/t-sql/statements/create-procedure-transact-sql.md: a parameter's default is a constant or NULL; SQL Server also takes a function whose name
-- begins with @@, whose value is that of the call.
SET NOCOUNT ON;
GO
CREATE PROCEDURE dbo.p @server sysname = @@SERVERNAME, @session int = @@SPID, @depth bigint = @@TRANCOUNT AS
SELECT IIF(@server = @@SERVERNAME, 'same', 'other') AS server, IIF(@session = @@SPID, 'same', 'other') AS session, @depth AS depth;
GO
EXEC dbo.p;
BEGIN TRANSACTION;
EXEC dbo.p @server = N'elsewhere';
ROLLBACK;
GO
CREATE PROCEDURE dbo.q @when int = 1 + 1 AS SELECT @when;
GO
