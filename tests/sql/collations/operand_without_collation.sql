-- The shape of docs/t-sql/statements/collation-precedence-transact-sql.md, *No-collation label*, with two collations
-- that exist here.
CREATE TABLE dbo.TestTab (id int, LatinCol nvarchar(10) COLLATE Latin1_General_CI_AS, BinaryCol nvarchar(10) COLLATE Latin1_General_BIN2);
INSERT INTO dbo.TestTab VALUES (1, N'A', N'a');
GO
SELECT PATINDEX((CASE WHEN id > 10 THEN BinaryCol ELSE LatinCol END), 'a') FROM dbo.TestTab;
--> Msg 446, Level 16, State 9, Line 1
--> Cannot resolve collation conflict for patindex operation.
GO
SELECT PATINDEX(BinaryCol, LatinCol) FROM dbo.TestTab;
GO
SELECT (CASE WHEN id > 10 THEN BinaryCol ELSE LatinCol END) COLLATE Latin1_General_CI_AS FROM dbo.TestTab;
--> A
DROP TABLE dbo.TestTab;
GO
