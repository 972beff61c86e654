-- docs/t-sql/data-types/datetime-transact-sql.md, rounding of fractional seconds: increments of .000, .003, .007.
SET NOCOUNT ON;
SELECT CAST('1998-01-01 23:59:59.999' AS datetime) AS d;
SELECT CAST('1998-01-01 23:59:59.995' AS datetime) AS a, CAST('1998-01-01 23:59:59.996' AS datetime) AS b,
       CAST('1998-01-01 23:59:59.997' AS datetime) AS c, CAST('1998-01-01 23:59:59.998' AS datetime) AS d;
SELECT CAST('1998-01-01 23:59:59.992' AS datetime) AS a, CAST('1998-01-01 23:59:59.993' AS datetime) AS b,
       CAST('1998-01-01 23:59:59.994' AS datetime) AS c;
SELECT CAST('1998-01-01 23:59:59.990' AS datetime) AS a, CAST('1998-01-01 23:59:59.991' AS datetime) AS b;
