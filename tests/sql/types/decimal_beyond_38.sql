-- docs/t-sql/data-types/precision-scale-and-length-transact-sql.md, both examples: a precision above 38 reduces the scale.
SET NOCOUNT ON;
SELECT CAST(0.0000009000 AS decimal(30,20)) * CAST(1.0000000000 AS decimal(30,20)) AS [decimal 38,17];
SELECT CAST(0.0000009000 AS decimal(30,10)) * CAST(1.0000000000 AS decimal(30,10)) AS [decimal(38, 6)];
