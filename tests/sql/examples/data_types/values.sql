-- The examples of pages of docs/t-sql/data-types. A line after --> is a row that the page shows.
-- docs/t-sql/data-types/constants-transact-sql.md
SELECT 'Cincinnati' AS a, 'O''Brien' AS b, 'Process X is 50% complete.' AS c, N'Michél' AS d, '' AS e;
--> Cincinnati | O'Brien | Process X is 50% complete. | Michél | []
SELECT 0xAE AS a, 0x12Ef AS b, 0x69048AEFDD010E AS c, 0x AS d;
--> 0xAE | 0x12EF | 0x69048AEFDD010E | 0x
SELECT CAST('December 5, 1985' AS datetime) AS a, CAST('5 December, 1985' AS datetime) AS b, CAST('851205' AS datetime) AS c, CAST('12/5/98' AS datetime) AS d, CAST('14:30:24' AS datetime) AS e, CAST('04:24 PM' AS datetime) AS f;
--> 1985-12-05 00:00:00.000 | 1985-12-05 00:00:00.000 | 1985-12-05 00:00:00.000 | 1998-12-05 00:00:00.000 | 1900-01-01 14:30:24.000 | 1900-01-01 16:24:00.000
SELECT 1894 AS a, 2 AS b, 1894.1204 AS c, 2.0 AS d, 101.5E5 AS e, CAST(0.5E-2 AS decimal(4, 3)) AS f, $12 AS g, $542023.14 AS h, $-23 AS i, CAST(12 AS bit) AS j;
--> 1894 | 2 | 1894.1204 | 2.0 | 10150000 | .005 | 12.0000 | 542023.1400 | -23.0000 | 1
SELECT CAST('6F9619FF-8B86-D011-B42D-00C04FC964FF' AS uniqueidentifier) AS a, CAST(0xff19966f868b11d0b42d00c04fc964ff AS uniqueidentifier) AS b;
--> 6F9619FF-8B86-D011-B42D-00C04FC964FF | 6F9619FF-8B86-D011-B42D-00C04FC964FF
SELECT +145345234 AS a, -2147483648 AS b, +145345234.2234 AS c, -2147483648.10 AS d, +123E-3 AS e, -12E5 AS f, -$45.56 AS g, +$423456.99 AS h;
--> 145345234 | -2147483648 | 145345234.2234 | -2147483648.10 | 0.123 | -1200000 | -45.5600 | 423456.9900
SET QUOTED_IDENTIFIER OFF;
GO
SELECT "O'Brien" AS a;
--> O'Brien
SET QUOTED_IDENTIFIER ON;
GO
-- docs/t-sql/data-types/char-and-varchar-transact-sql.md
DECLARE @myVariable AS varchar = 'abc';
DECLARE @myNextVariable AS char = 'abc';
SELECT DATALENGTH(@myVariable), DATALENGTH(@myNextVariable);
--> 1 | 1
GO
DECLARE @myVariable AS varchar(40);
SET @myVariable = 'This string is longer than thirty characters';
SELECT CAST(@myVariable AS varchar) AS a, CONVERT(char, @myVariable) AS b;
--> This string is longer than thi | This string is longer than thi
SELECT DATALENGTH(CAST(@myVariable AS varchar)) AS 'VarcharDefaultLength', DATALENGTH(CONVERT(char, @myVariable)) AS 'VarcharDefaultLength';
--> 30 | 30
SELECT BusinessEntityID, SalesYTD, CONVERT (varchar(12),SalesYTD,1) AS MoneyDisplayStyle1, CONVERT(varchar(12), CAST('2011-05-07 14:29:01.193' AS datetime), 3) AS DateDisplayStyle3
FROM (VALUES (278, $1453719.4653), (280, $1352577.1325), (281, $2458535.6169), (283, $1573012.9383), (284, $1576562.1966), (285, $172524.4512), (286, $1421810.9242), (288, $1827066.7118)) AS s(BusinessEntityID, SalesYTD) WHERE CAST(SalesYTD AS varchar(20) ) LIKE '1%';
--> 278 | 1453719.4653 | 1,453,719.47 | 07/05/11
--> 280 | 1352577.1325 | 1,352,577.13 | 07/05/11
--> 283 | 1573012.9383 | 1,573,012.94 | 07/05/11
--> 284 | 1576562.1966 | 1,576,562.20 | 07/05/11
--> 285 | 172524.4512 | 172,524.45 | 07/05/11
--> 286 | 1421810.9242 | 1,421,810.92 | 07/05/11
--> 288 | 1827066.7118 | 1,827,066.71 | 07/05/11
GO
-- docs/t-sql/data-types/uniqueidentifier-transact-sql.md
DECLARE @ID nvarchar(max) = N'0E984725-C51C-4BF4-9960-E1C80E27ABA0wrong';
SELECT @ID, CONVERT(uniqueidentifier, @ID) AS TruncatedValue;
--> 0E984725-C51C-4BF4-9960-E1C80E27ABA0wrong | 0E984725-C51C-4BF4-9960-E1C80E27ABA0
GO
-- docs/t-sql/data-types/sql-variant-transact-sql.md
CREATE TABLE tableA(colA sql_variant, colB INT)
INSERT INTO tableA values ( CAST(46279.1 as decimal(8,2)), 1689)
SELECT SQL_VARIANT_PROPERTY(colA,'BaseType') AS 'Base Type', SQL_VARIANT_PROPERTY(colA,'Precision') AS 'Precision', SQL_VARIANT_PROPERTY(colA,'Scale') AS 'Scale' FROM tableA WHERE colB = 1689
--> decimal | 8 | 2
DROP TABLE tableA;
DECLARE @v1 sql_variant;
SET @v1 = 'ABC';
SELECT @v1 AS a, SQL_VARIANT_PROPERTY(@v1, 'BaseType') AS b, SQL_VARIANT_PROPERTY(@v1, 'MaxLength') AS c;
--> ABC | varchar | 3
-- The order of the families, from the highest.
SELECT v, SQL_VARIANT_PROPERTY(v, 'BaseType') AS t FROM (VALUES (CAST(NEWID() AS sql_variant)), (CAST(0xFF AS sql_variant)), (CAST('9' AS sql_variant)), (CAST(N'8' AS sql_variant)), (CAST(5 AS sql_variant)), (CAST(1e0 AS sql_variant)), (CAST(CAST('2000-01-01' AS date) AS sql_variant))) AS a(v)
WHERE SQL_VARIANT_PROPERTY(v, 'BaseType') <> 'uniqueidentifier' ORDER BY v DESC;
--> 2000-01-01 | date
--> 1 | float
--> 5 | int
--> 9 | varchar
--> 8 | nvarchar
--> 0xFF | varbinary
GO
