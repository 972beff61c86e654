-- docs/t-sql/statements/create-procedure-transact-sql.md: a procedure's body is any number of statements; it may have none.
CREATE PROCEDURE dbo.nothing AS
GO
DECLARE @status int = 1;
EXEC @status = dbo.nothing;
SELECT @status AS status;
GO
ALTER PROCEDURE dbo.nothing @a int = 1 AS;
GO
EXEC dbo.nothing 2;
GO
