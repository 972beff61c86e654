-- docs/t-sql/language-elements/null-and-unknown-transact-sql.md: what is computed with NULL is NULL.
-- docs/t-sql/language-elements/string-concatenation-transact-sql.md: so is a concatenation with NULL.
SET NOCOUNT ON;
DECLARE @n int, @v varchar(5);
SELECT 1 + @n AS added, @n * 0 AS multiplied, -@n AS negated, 'a' + @v AS concatenated;
