-- docs/t-sql/data-types/precision-scale-and-length-transact-sql.md: a concatenation is as long as both together.
-- docs/t-sql/data-types/char-and-varchar-transact-sql.md: without a length it is 1 in a declaration and 30 in CAST.
SET NOCOUNT ON;
SELECT 'abc' + 'de' AS v, N'abc' + N'de' AS n;
DECLARE @c char(5) = 'ab', @v varchar(5) = 'cd', @one varchar = 'xyz';
SELECT @c + @v AS cv, @one AS one;
SELECT CAST('abc' AS varchar) AS v30, CAST('abc' AS char) AS c30;
