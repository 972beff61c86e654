-- Recorded answers of SQL Server: errors of JSON functions, of XML texts, and of the counts of TOP, OFFSET, FETCH and NTILE
-- end the batch at run time. The transaction stays, and TRY catches the error.
-- docs/t-sql/functions/json-value-transact-sql.md, docs/t-sql/queries/top-transact-sql.md, docs/t-sql/functions/ntile-transact-sql.md.
CREATE TABLE dbo.t (id int);
INSERT dbo.t VALUES (1), (2), (3);
GO
DECLARE @j nvarchar(max) = N'x';
SELECT JSON_VALUE(@j, '$.a') AS a;
PRINT 'not reached';
GO
DECLARE @j nvarchar(100) = N'{"a":1}';
SELECT JSON_VALUE(@j, 'strict $.b') AS a;
PRINT 'not reached';
GO
DECLARE @p nvarchar(max) = N'$[0to0]';
SELECT JSON_VALUE(N'[1]', @p) AS a;
PRINT 'not reached';
GO
DECLARE @p nvarchar(max) = NULL;
SELECT JSON_VALUE(N'{}', @p) AS a;
PRINT 'not reached';
GO
DECLARE @k nvarchar(max) = NULL;
SELECT JSON_OBJECT(@k:1) AS a;
PRINT 'not reached';
GO
DECLARE @j nvarchar(max) = N'x';
SELECT * FROM OPENJSON(@j);
PRINT 'not reached';
GO
DECLARE @j nvarchar(max) = N'x';
BEGIN TRY
    SELECT JSON_VALUE(@j, '$.a') AS a;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ' in state ', XACT_STATE());
END CATCH
PRINT 'reached';
GO
DECLARE @x nvarchar(100) = N'<a>';
SELECT CAST(@x AS xml) AS x;
PRINT 'not reached';
GO
DECLARE @n int = NULL;
SELECT TOP (@n) id FROM dbo.t ORDER BY id;
PRINT 'not reached';
GO
DECLARE @n int = -1;
SELECT TOP (@n) id FROM dbo.t ORDER BY id;
PRINT 'not reached';
GO
DECLARE @p float = 101;
SELECT TOP (@p) PERCENT id FROM dbo.t ORDER BY id;
PRINT 'not reached';
GO
DECLARE @n int = NULL;
BEGIN TRY
    SELECT TOP (@n) id FROM dbo.t ORDER BY id;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER());
END CATCH
PRINT 'reached';
GO
BEGIN TRANSACTION;
DECLARE @n int = -1;
SELECT id FROM dbo.t ORDER BY id OFFSET @n ROWS;
PRINT 'not reached';
GO
SELECT @@TRANCOUNT AS still_open;
ROLLBACK;
GO
-- 3621 follows 127 in a change of rows, not 1014.
DECLARE @n int = -1;
UPDATE TOP (@n) dbo.t SET id = id;
PRINT 'not reached';
GO
DECLARE @n int = NULL;
DELETE TOP (@n) FROM dbo.t;
PRINT 'not reached';
GO
DECLARE @n int = 0;
SELECT NTILE(@n) OVER (ORDER BY id) AS n FROM dbo.t;
PRINT 'not reached';
GO
-- The batch ends with the procedure that fails.
CREATE PROCEDURE dbo.p AS
DECLARE @j nvarchar(max) = N'x';
SELECT JSON_VALUE(@j, '$.a') AS a;
PRINT 'not reached';
GO
EXEC dbo.p;
PRINT 'not reached either';
GO
