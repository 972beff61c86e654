-- docs/t-sql/language-elements/execute-transact-sql.md, "Execute a user-defined scalar function" (example M): its value goes where a status would.
CREATE DATABASE F;
GO
USE F;
GO
CREATE FUNCTION dbo.ufnGetSalesOrderStatusText(@Status tinyint) RETURNS nvarchar(15) AS
BEGIN
    DECLARE @ret nvarchar(15);
    SET @ret = CASE @Status WHEN 1 THEN 'In process' WHEN 2 THEN 'Approved' WHEN 5 THEN 'Shipped' ELSE '** Invalid **' END;
    RETURN @ret;
END;
GO
DECLARE @returnstatus nvarchar(15);
SET @returnstatus = NULL;
EXEC @returnstatus = dbo.ufnGetSalesOrderStatusText @Status = 2;
PRINT @returnstatus;
EXEC @returnstatus = dbo.ufnGetSalesOrderStatusText 5;
PRINT @returnstatus;
EXEC dbo.ufnGetSalesOrderStatusText 1;
GO
-- Defaults need no DEFAULT here; arguments by place and by name.
CREATE FUNCTION dbo.three(@a int, @b decimal(6, 2) = 1.5, @c varchar(10) = 'abc') RETURNS varchar(40) AS BEGIN RETURN CONCAT(@a, '|', @b, '|', @c); END
GO
DECLARE @r varchar(40), @x int = 7;
EXEC @r = dbo.three @x; PRINT @r;
EXEC @r = three 1, 2; PRINT @r;
EXEC @r = F.dbo.three @c = 'z', @a = '12'; PRINT @r;
EXEC @r = dbo.three 1, DEFAULT, NULL; PRINT @r;
DECLARE @name sysname = 'dbo.three';
EXEC @r = @name 3; PRINT @r;
GO
-- 201, 8145, 8114; a value that is none of the variable's type.
DECLARE @r int;
EXEC @r = dbo.three;
EXEC @r = dbo.three @d = 1;
PRINT 'goes on';
GO
DECLARE @r int;
EXEC @r = dbo.three 1;
GO
-- An error of its own.
CREATE FUNCTION dbo.divides(@by int) RETURNS int AS BEGIN RETURN 100 / @by; END
GO
DECLARE @r int = -1;
EXEC @r = dbo.divides 0;
SELECT @r AS unchanged;
EXEC @r = dbo.divides 4;
SELECT @r AS r;
BEGIN TRY
    EXEC @r = dbo.divides 0;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, @r AS unchanged;
END CATCH
GO
