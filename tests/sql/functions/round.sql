-- docs/t-sql/functions/round-transact-sql.md, the table and examples: a decimal keeps its type, 748.58 (5,2) has no room for 1000.
GO
SET NOCOUNT ON;
SELECT ROUND(123.9994, 3) AS a, ROUND(123.9995, 3) AS b, ROUND(123.4545, 2) AS c, ROUND(123.45, -2) AS d;
SELECT ROUND(150.75, 0) AS rounded, ROUND(150.75, 0, 1) AS cut, ROUND(748.58, -1) AS tens, ROUND(748.58, -2) AS hundreds;
SELECT ROUND(748, -2) AS i, ROUND(-748, -2) AS minus, ROUND(4, -1) AS small;
GO
DECLARE @d decimal(5,2);
SET @d = ROUND(748.58, -3);
PRINT 'goes on';
