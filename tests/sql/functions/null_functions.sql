-- docs/t-sql/functions/isnull-transact-sql.md, docs/t-sql/language-elements/nullif-transact-sql.md and coalesce: the first that
-- is not NULL; NULL if both are equal.
SET NOCOUNT ON;
DECLARE @n int, @v varchar(3);
SELECT ISNULL(@n, 5) AS a, ISNULL(3, 5) AS b, COALESCE(@n, NULL, 7, 8) AS c, NULLIF(4, 4) AS d, NULLIF(5, 4) AS e;
SELECT COALESCE(@v, 'x') AS a, NULLIF('a', 'A ') AS b;
