-- docs/t-sql/functions/try-cast-transact-sql.md and try-convert-transact-sql.md: NULL where the conversion fails.
SET NOCOUNT ON;
SELECT TRY_CAST('abc' AS int) AS a, TRY_CAST('12' AS int) AS b, TRY_CONVERT(date, '2026-02-30') AS c, TRY_CAST(300 AS tinyint) AS d;
