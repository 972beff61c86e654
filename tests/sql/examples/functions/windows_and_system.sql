-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/lag-transact-sql.md
CREATE TABLE T (a int, b int, c int);
INSERT INTO T VALUES (1, 1, -3), (2, 2, 4), (3, 1, NULL), (4, 3, 1), (5, 2, NULL), (6, 1, 5);
SELECT b, c, LAG(2 * c, b * (SELECT MIN(b) FROM T), -c / 2.0) OVER (ORDER BY a) AS i FROM T;
--> 1 | -3 | 1
--> 2 | 4 | -2
--> 1 | NULL | 8
--> 3 | 1 | -6
--> 2 | NULL | NULL
--> 1 | 5 | NULL
DROP TABLE T;
SELECT d, q, LAG(q, 1, 0) OVER (ORDER BY d, q2) AS PreviousQuota FROM (VALUES (2005, 1, CAST(367000.00 AS money)), (2005, 2, 556000.00), (2006, 3, 502000.00), (2006, 4, 550000.00), (2006, 5, 1429000.00), (2006, 6, 1324000.00)) AS h(d, q2, q);
--> 2005 | 367000.0000 | .0000
--> 2005 | 556000.0000 | 367000.0000
--> 2006 | 502000.0000 | 556000.0000
--> 2006 | 550000.0000 | 502000.0000
--> 2006 | 1429000.0000 | 550000.0000
--> 2006 | 1324000.0000 | 1429000.0000
SELECT t, e, LAG(s, 1, 0) OVER (PARTITION BY t ORDER BY s DESC) AS PrevRepSales FROM (VALUES ('Canada', 282, CAST(2604540.7172 AS money)), ('Canada', 278, 1453719.4653), ('Northwest', 284, 1576562.1966), ('Northwest', 283, 1573012.9383), ('Northwest', 280, 1352577.1325)) AS v(t, e, s) ORDER BY t;
--> Canada | 282 | .0000
--> Canada | 278 | 2604540.7172
--> Northwest | 284 | .0000
--> Northwest | 283 | 1576562.1966
--> Northwest | 280 | 1573012.9383
GO
-- docs/t-sql/functions/first-value-transact-sql.md
SELECT n, p, FIRST_VALUE(n) OVER (ORDER BY p ASC) AS LeastExpensive FROM (VALUES ('Road Tire Tube', 3.99), ('Patch Kit/8 Patches', 2.29), ('LL Road Tire', 21.49)) AS v(n, p);
--> Patch Kit/8 Patches | 2.29 | Patch Kit/8 Patches
--> Road Tire Tube | 3.99 | Patch Kit/8 Patches
--> LL Road Tire | 21.49 | Patch Kit/8 Patches
SELECT j, l, v, FIRST_VALUE(l) OVER (PARTITION BY j ORDER BY v ASC ROWS UNBOUNDED PRECEDING) AS f FROM (VALUES ('Accountant', 'Seamans', 59), ('Accountant', 'Moreland', 58), ('Accounts Manager', 'Liu', 57), ('Accounts Receivable Specialist', 'Poe', 60), ('Accounts Receivable Specialist', 'Walton', 62)) AS e(j, l, v) ORDER BY j, v;
--> Accountant | Moreland | 58 | Moreland
--> Accountant | Seamans | 59 | Moreland
--> Accounts Manager | Liu | 57 | Liu
--> Accounts Receivable Specialist | Poe | 60 | Poe
--> Accounts Receivable Specialist | Walton | 62 | Poe
GO
-- docs/t-sql/functions/string-agg-transact-sql.md
SELECT STRING_AGG(ISNULL(n, 'N/A'), ',') AS csv FROM (VALUES ('John'), (NULL), ('Mike'), ('Peter'), (NULL), (NULL), ('Alice'), ('Bob')) AS p(n);
--> John,N/A,Mike,Peter,N/A,N/A,Alice,Bob
SELECT STRING_AGG(CONCAT(f, ' ', l, ' (', d, ')'), '; ') AS names FROM (VALUES (N'Ken', N'Sánchez', CAST('2003-02-08' AS datetime)), (N'Terri', N'Duffy', CAST('2002-02-24' AS datetime))) AS p(f, l, d);
--> Ken Sánchez (Feb  8 2003 12:00AM); Terri Duffy (Feb 24 2002 12:00AM)
CREATE TABLE dbo.Article (articleId int, title varchar(50));
CREATE TABLE dbo.ArticleTag (articleId int, tag varchar(20));
INSERT INTO dbo.Article VALUES (172, 'Polls indicate close election results'), (176, 'New highway expected to reduce congestion'), (177, 'Dogs continue to be more popular than cats');
INSERT INTO dbo.ArticleTag VALUES (172, 'politics'), (172, 'polls'), (172, 'city council'), (177, 'polls'), (177, 'animals');
SELECT a.articleId, title, STRING_AGG(tag, ',') AS tags FROM dbo.Article AS a LEFT JOIN dbo.ArticleTag AS t ON a.articleId = t.articleId GROUP BY a.articleId, title ORDER BY a.articleId;
--> 172 | Polls indicate close election results | politics,polls,city council
--> 176 | New highway expected to reduce congestion | NULL
--> 177 | Dogs continue to be more popular than cats | polls,animals
DROP TABLE dbo.Article, dbo.ArticleTag;
SELECT town, STRING_AGG(email, ';') WITHIN GROUP (ORDER BY email ASC) AS emails FROM (VALUES ('Seattle', 'syed0@adventure-works.com'), ('Seattle', 'catherine0@adventure-works.com'), ('Seattle', 'kim2@adventure-works.com'), ('LA', 'sam1@adventure-works.com'), ('LA', 'hazem0@adventure-works.com')) AS e(town, email) GROUP BY town ORDER BY town DESC;
--> Seattle | catherine0@adventure-works.com;kim2@adventure-works.com;syed0@adventure-works.com
--> LA | hazem0@adventure-works.com;sam1@adventure-works.com
GO
-- docs/t-sql/functions/sql-variant-property-transact-sql.md
CREATE TABLE tableA (colA sql_variant, colB int);
INSERT INTO tableA VALUES (CAST(46279.1 AS decimal(8, 2)), 1689);
SELECT SQL_VARIANT_PROPERTY(colA, 'BaseType') AS b, SQL_VARIANT_PROPERTY(colA, 'Precision') AS p, SQL_VARIANT_PROPERTY(colA, 'Scale') AS s FROM tableA WHERE colB = 1689;
--> decimal | 8 | 2
DROP TABLE tableA;
DECLARE @v1 sql_variant = 'ABC';
SELECT @v1 AS v, SQL_VARIANT_PROPERTY(@v1, 'BaseType') AS b, SQL_VARIANT_PROPERTY(@v1, 'MaxLength') AS m;
--> ABC | varchar | 3
GO
-- docs/t-sql/functions/hashbytes-transact-sql.md
CREATE TABLE dbo.Test1 (c1 nvarchar(50));
INSERT dbo.Test1 VALUES ('This is a test.');
INSERT dbo.Test1 VALUES ('This is test 2.');
SELECT HASHBYTES('SHA1', c1) AS h FROM dbo.Test1;
--> 0x0E7AAB0B4FF0FD2DFB4F0233E2EE7A26CD08F173
--> 0xF643A82F948DEFB922B12E50B950CEE130A934D6
DROP TABLE dbo.Test1;
GO
-- docs/t-sql/functions/error-message-transact-sql.md
BEGIN TRY
    -- A comment, so that the error is in line 4 as on the page.
    SELECT 1 / 0;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS n, ERROR_SEVERITY() AS s, ERROR_STATE() AS t, ERROR_PROCEDURE() AS p, ERROR_LINE() AS l, ERROR_MESSAGE() AS m;
END CATCH;
--> 8134 | 16 | 1 | NULL | 4 | Divide by zero error encountered.
GO
-- docs/t-sql/functions/formatmessage-transact-sql.md
SELECT FORMATMESSAGE('This is the %s and this is the %s.', 'first variable', 'second variable') AS Result;
--> This is the first variable and this is the second variable.
GO
-- docs/t-sql/functions/grouping-id-transact-sql.md
SELECT a, b, c, GROUPING_ID(a, b, c) AS g FROM (VALUES (1, 2, 3)) AS t(a, b, c) GROUP BY CUBE (a, b, c) ORDER BY g;
--> 1 | 2 | 3 | 0
--> 1 | 2 | NULL | 1
--> 1 | NULL | 3 | 2
--> 1 | NULL | NULL | 3
--> NULL | 2 | 3 | 4
--> NULL | 2 | NULL | 5
--> NULL | NULL | 3 | 6
--> NULL | NULL | NULL | 7
SELECT n, j, GROUPING_ID(n, j) AS level, COUNT(*) AS employees FROM (VALUES ('Document Control', 'Control Specialist'), ('Document Control', 'Control Specialist'), ('Document Control', 'Document Control Manager'), ('Facilities', 'Janitor')) AS e(n, j) GROUP BY ROLLUP (n, j) ORDER BY GROUPING(n), n, level, j;
--> Document Control | Control Specialist | 0 | 2
--> Document Control | Document Control Manager | 0 | 1
--> Document Control | NULL | 1 | 3
--> Facilities | Janitor | 0 | 1
--> Facilities | NULL | 1 | 1
--> NULL | NULL | 3 | 4
GO
