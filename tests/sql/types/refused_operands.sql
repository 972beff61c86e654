-- docs/t-sql/data-types/sql-variant-transact-sql.md, docs/t-sql/language-elements/modulo-transact-sql.md, docs/t-sql/functions/datalength-transact-sql.md;
-- numbers and texts as recorded answers of SQL Server.
DECLARE @v sql_variant = 1; SELECT @v + 1;
GO
DECLARE @v sql_variant = 1; SELECT 2.5 * @v;
GO
DECLARE @v sql_variant = 1; SELECT @v + 'a';
GO
DECLARE @v sql_variant = 1; SELECT @v % 2;
GO
DECLARE @v sql_variant = 1; SELECT @v | @v;
GO
DECLARE @v sql_variant = 1; SELECT LEN(@v);
GO
DECLARE @v sql_variant = 1; SELECT UPPER(@v);
GO
DECLARE @v sql_variant = 1; SELECT 1 WHERE @v LIKE 'a';
GO
DECLARE @v sql_variant = 1; SELECT ABS(@v);
GO
DECLARE @v sql_variant = 1; SELECT CONCAT(@v, 'a');
GO
SELECT CAST(1 AS real) % CAST(2 AS float);
GO
SELECT 0x02 % CAST(2 AS real);
GO
SELECT 5 % CAST(2 AS real);
GO
SELECT CAST(-32768 AS smallint) % CAST(-1 AS smallint);
GO
SELECT CAST(-2147483648 AS int) % CAST(-1 AS int);
GO
SELECT CAST(-9223372036854775808 AS bigint) % CAST(-1 AS bigint);
GO
SELECT 7 % -1 AS a, CAST(7 AS smallint) % CAST(-1 AS smallint) AS b;
SELECT DATALENGTH(CAST(12345678901234567890 AS decimal(38, 0))) AS a, DATALENGTH(CAST(1 AS decimal(38, 0))) AS b, DATALENGTH(-4294967296.0) AS c,
    DATALENGTH(CAST(99999999999999999999999999999999999999 AS decimal(38, 0))) AS d, DATALENGTH(CAST(1.5 AS sql_variant)) AS e, DATALENGTH(0.0) AS f;
GO
