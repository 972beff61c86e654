-- docs/t-sql/language-elements/case-transact-sql.md, return types: the highest precedence of all results.
-- docs/t-sql/data-types/precision-scale-and-length-transact-sql.md: of int (10,0) and (5,2) that is (12,2).
SET NOCOUNT ON;
DECLARE @i int = 1, @d decimal(5,2) = 2.5, @b bigint = 7;
SELECT CASE WHEN @i = 1 THEN @i ELSE @d END AS id, CASE WHEN @i = 2 THEN @i ELSE @b END AS ib,
       CASE WHEN @i = 1 THEN 'a' ELSE 'bcd' END AS strings;
