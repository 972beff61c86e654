-- PRODUCT (t-sql/functions/product-aggregate-transact-sql.md): "the product of all the values, or only the DISTINCT values", NULLs ignored; an int
-- of small integers, decimal(38, 0) or decimal(38, 6) of decimals, money of money, float of float.
CREATE TABLE #r (g int NOT NULL, rate decimal(5, 2) NULL, n tinyint NULL, f float NULL);
INSERT INTO #r VALUES (1, 1.10, 2, 0.5), (1, 1.20, 2, 4), (1, NULL, 3, NULL), (2, 2.00, NULL, NULL);
SELECT g, PRODUCT(rate) AS rates, PRODUCT(n) AS numbers, PRODUCT(DISTINCT n) AS different, PRODUCT(f) AS floats FROM #r GROUP BY g ORDER BY g;
SELECT g, PRODUCT(n) OVER (PARTITION BY g) AS p FROM #r ORDER BY g;
SELECT PRODUCT(CAST(n AS decimal(5, 0))) AS whole FROM #r WHERE g = 1;
SELECT PRODUCT(n) AS of_nothing FROM #r WHERE g = 3;
GO
SELECT PRODUCT(v) FROM (VALUES (100000), (100000)) AS t(v);
GO
SELECT PRODUCT('a');
GO
