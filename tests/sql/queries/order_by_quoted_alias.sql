-- docs/t-sql/language-elements/coalesce-transact-sql.md orders by an alias in quotes.
-- An alias in quotes is the column, another text a constant.
CREATE TABLE dbo.letters (id int, a varchar(5));
INSERT INTO dbo.letters VALUES (1, 'x'), (2, 'z'), (3, 'y');
GO
SELECT a AS 'text', id FROM dbo.letters ORDER BY 'text' DESC;
SELECT id AS [n], a FROM dbo.letters ORDER BY N'n' DESC;
GO
SELECT a FROM dbo.letters ORDER BY 'b';
GO
SELECT a AS x, id AS x FROM dbo.letters ORDER BY 'x';
GO
DROP TABLE dbo.letters;
GO
