-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 174, 195, 155, 537, 535, 517.
GO
SELECT LEN('a', 'b');
GO
SELECT SUBSTRING('abc', 1);
GO
SELECT NO_SUCH_FUNCTION(1);
GO
SELECT DATEDIFF(fortnight, '2026-01-01', '2026-01-02');
GO
DECLARE @v varchar(5);
SET @v = LEFT('abc', -1);
SET @v = SUBSTRING('abc', 1, -1);
PRINT 'goes on';
GO
DECLARE @i int, @d date;
SET @i = DATEDIFF(millisecond, '1900-01-01', '2026-01-01');
SET @d = DATEADD(year, 9000, CAST('2026-01-01' AS date));
PRINT 'goes on';
