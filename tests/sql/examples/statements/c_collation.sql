-- docs/t-sql/statements/collation-precedence-transact-sql.md: Latin1_General_CI_AS takes the place of Greek_CI_AS.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE TABLE TestTab (id int, InsensitiveCol nvarchar(10) COLLATE latin1_general_ci_as, LatinCol nvarchar(10) COLLATE latin1_general_cs_as);
INSERT TestTab VALUES (1, N'A', N'a');
GO
SELECT * FROM TestTab WHERE InsensitiveCol = LatinCol COLLATE latin1_general_ci_as;
GO
SELECT (CASE WHEN id > 10 THEN InsensitiveCol ELSE LatinCol END) COLLATE Latin1_General_CI_AS AS c FROM TestTab;
GO
