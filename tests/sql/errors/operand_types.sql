-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md and -8000-to-8999.md: 206, 257, 529, 8117.
GO
SELECT CAST('2026-01-01' AS date) + 1;
GO
DECLARE @d datetime = GETDATE(), @i int;
SET @i = @d;
GO
SELECT CAST(CAST('2026-01-01' AS date) AS int);
GO
SELECT -'abc';
GO
SELECT SUM('abc');
GO
SELECT 'a' - 'b';
