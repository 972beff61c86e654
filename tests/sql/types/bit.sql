-- docs/t-sql/data-types/bit-transact-sql.md: 0, 1 or NULL; 'TRUE' is 1, 'FALSE' is 0, any number but 0 is 1.
SET NOCOUNT ON;
SELECT CAST('true' AS bit) AS t, CAST('FALSE' AS bit) AS f, CAST(5 AS bit) AS five, CAST(-1 AS bit) AS minus, CAST(0 AS bit) AS zero,
       CAST(NULL AS bit) AS nothing;
