-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 180, There are too many parameters in this %ls statement. The
-- maximum number is %d. docs/sql-server/maximum-capacity-specifications-for-sql-server.md: 2,100 parameters a procedure.
DECLARE @list nvarchar(max) = N'1', @i int = 1;
WHILE @i < 2101 SELECT @list += N',1', @i += 1;
DECLARE @text nvarchar(max) = N'EXEC dbo.nothing ' + @list;
EXEC (@text);
GO
