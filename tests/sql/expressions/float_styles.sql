-- t-sql/functions/cast-and-convert-transact-sql.md, float and real styles. 0: "a maximum of 6 digits. Use in scientific notation, when appropriate."
-- 1: "Always eight digits. Always use in scientific notation." 2: "Always 16 digits. Always use in scientific notation."
-- 3: "Always 17 digits. Use for lossless conversion."
SELECT CONVERT(varchar(30), 1.5e0) AS none, CONVERT(varchar(30), 1.5e0, 0) AS style0, CONVERT(varchar(30), 1.5e0, 1) AS style1, CONVERT(varchar(30), 1.5e0, 2) AS style2;
SELECT CONVERT(varchar(30), 123456789.123e0, 1) AS style1, CONVERT(varchar(30), 123456789.123e0, 2) AS style2, CONVERT(nvarchar(30), -1.25e-7, 2) AS small;
SELECT CONVERT(varchar(30), CAST(0.1 AS float), 3) AS style3, CONVERT(varchar(30), CAST(0 AS float), 1) AS zero, CONVERT(varchar(30), CAST(2.5 AS real), 1) AS of_real;
GO
