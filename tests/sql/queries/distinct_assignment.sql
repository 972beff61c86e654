-- docs/t-sql/language-elements/select-local-variable-transact-sql.md: a variable gets the value of the last row, and keeps its own without rows;
-- docs/t-sql/queries/select-clause-transact-sql.md: DISTINCT.
CREATE TABLE #t (a smallint NULL, b varchar(10), x xml);
INSERT #t (a, b) VALUES (2, 'two'), (1, 'one'), (2, 'two'), (3, 'three'), (NULL, 'none'), (NULL, 'none');
DECLARE @a int = 7, @b nvarchar(3), @n int = 0;
SELECT DISTINCT @a = a FROM #t ORDER BY a;
SELECT @a AS a, @@ROWCOUNT AS rows;
SELECT DISTINCT @a = a, @b = b FROM #t WHERE a IS NOT NULL ORDER BY b, a;
SELECT @a AS a, @b AS b;
SELECT DISTINCT @a = a FROM #t ORDER BY 1 DESC;
SELECT @a AS a;
SELECT DISTINCT TOP (1) @a = a FROM #t WHERE a > 0 ORDER BY a DESC;
SELECT @a AS a;
SELECT DISTINCT @a = a FROM #t WHERE a > 100;
SELECT @a AS a, @@ROWCOUNT AS rows;
SELECT DISTINCT @a = COUNT(*) FROM #t GROUP BY a HAVING COUNT(*) = 1;
SELECT @a AS a;
GO
DECLARE @a int;
SELECT DISTINCT @a = a FROM #t ORDER BY b;
GO
DECLARE @x xml;
SELECT DISTINCT @x = x FROM #t;
GO
CREATE FUNCTION dbo.greatest_of() RETURNS int AS
BEGIN
    DECLARE @a int;
    SELECT DISTINCT @a = v FROM (VALUES (1), (3), (2), (3)) AS t (v) ORDER BY v;
    RETURN @a;
END;
GO
SELECT dbo.greatest_of() AS greatest;
DROP FUNCTION dbo.greatest_of;
GO
