-- docs/t-sql/language-elements/coalesce-transact-sql.md, comparing COALESCE and ISNULL: ISNULL has the type of its first
-- argument, COALESCE the one of highest precedence.
SET NOCOUNT ON;
DECLARE @v varchar(3), @i int, @b bigint = 5;
SELECT ISNULL(@v, 'abcdef') AS isnull_v, COALESCE(@v, 'abcdef') AS coalesce_v;
SELECT ISNULL(@i, @b) AS isnull_i, COALESCE(@i, @b) AS coalesce_i;
