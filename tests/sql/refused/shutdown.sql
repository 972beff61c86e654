-- docs/t-sql/language-elements/shutdown-transact-sql.md: an instance without a server's process can't be ended by a statement. 6007
-- (docs/relational-databases/errors-events/database-engine-events-and-errors-6000-to-6999.md): not in a transaction or a procedure.
SHUTDOWN;
GO
SHUTDOWN WITH NOWAIT;
GO
BEGIN TRANSACTION;
SHUTDOWN WITH NOWAIT;
GO
ROLLBACK;
GO
CREATE PROCEDURE dbo.p AS SHUTDOWN;
GO
EXEC dbo.p;
