-- t-sql/language-elements/select-local-variable-transact-sql.md: a SELECT statement can assign several variables. They get their values from left to right,
-- with and without rows from a table.
DECLARE @a int = 0, @b int, @c varchar(20) = '';
SELECT @a = 1, @b = @a + 1;
SELECT @a AS a, @b AS b;
SELECT @a = 10, @b = @a + 1 FROM (VALUES (1)) AS t(x);
SELECT @a AS a, @b AS b;
SELECT @a = 0, @b = 0;
SELECT @a = @a + x, @b = @b + @a, @c += CONCAT(@a, ';') FROM (VALUES (1), (2), (3)) AS t(x);
SELECT @a AS a, @b AS b, @c AS c;
SELECT @a = @b, @b = @a;
SELECT @a AS a, @b AS b;
GO
