-- Recorded answers of SQL Server: an error in the body of a function has the line of the calling statement and no procedure. 3621 follows
-- if a change of the function's table failed. docs/t-sql/statements/create-function-transact-sql.md.
CREATE FUNCTION dbo.rows(@n int) RETURNS @t TABLE (a int NOT NULL, b int) AS
BEGIN
    DECLARE @b int;

    IF @n = 9 SET @b = 1 / 0;
    INSERT @t VALUES (NULLIF(@n, 1), 10 / @n);
    RETURN;
END
GO
SELECT 'reached' AS before;
SELECT a, b
FROM dbo.rows(0);
SELECT 'reached' AS after;
GO

SELECT a FROM dbo.rows(1);
GO
SELECT a FROM dbo.rows(9);
GO
SELECT a, b FROM dbo.rows(2);
GO
BEGIN TRY
    SELECT a FROM dbo.rows(0);
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' in line ', ERROR_LINE(), ' of ', ISNULL(ERROR_PROCEDURE(), 'the batch'));
END CATCH
GO
CREATE PROCEDURE dbo.p AS
SELECT a FROM dbo.rows(0);
PRINT 'reached';
GO
EXEC dbo.p;
GO
