-- The shape of docs/t-sql/statements/collation-precedence-transact-sql.md, *No-collation label*, with two collations
-- that exist here. The page has 446; recorded answers of SQL Server have 4191, and for all text functions, comparisons, MIN and MAX.
CREATE TABLE dbo.TestTab (id int, LatinCol nvarchar(10) COLLATE Latin1_General_CI_AS, BinaryCol nvarchar(10) COLLATE Latin1_General_BIN2);
INSERT INTO dbo.TestTab VALUES (1, N'A', N'a');
GO
SELECT PATINDEX((CASE WHEN id > 10 THEN BinaryCol ELSE LatinCol END), 'a') FROM dbo.TestTab;
--> Msg 4191, Level 16, State 9, Line 1
--> Cannot resolve collation conflict for patindex operation.
GO
SELECT PATINDEX(BinaryCol, LatinCol) FROM dbo.TestTab;
GO
SELECT (CASE WHEN id > 10 THEN BinaryCol ELSE LatinCol END) COLLATE Latin1_General_CI_AS FROM dbo.TestTab;
--> A
GO
SELECT LEN(CONCAT(BinaryCol, LatinCol)) FROM dbo.TestTab;
GO
SELECT UPPER(BinaryCol + LatinCol) FROM dbo.TestTab;
GO
SELECT TRIM(BinaryCol + LatinCol) FROM dbo.TestTab;
GO
SELECT id FROM dbo.TestTab WHERE BinaryCol + LatinCol = N'Aa';
GO
SELECT id FROM dbo.TestTab WHERE BinaryCol + LatinCol LIKE N'A%';
GO
SELECT MAX(BinaryCol + LatinCol) FROM dbo.TestTab;
GO
-- An explicit collation repairs it.
SELECT id FROM dbo.TestTab WHERE BinaryCol + LatinCol = N'aa' COLLATE Latin1_General_CI_AS;
SELECT LEN((BinaryCol + LatinCol) COLLATE Latin1_General_CI_AS) AS repaired FROM dbo.TestTab;
DROP TABLE dbo.TestTab;
GO
