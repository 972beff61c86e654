-- A query's columns may be columns of tables, computed ones, or both; rows may be older than a column, longer than a page, or have no partner. None of that shows.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int NOT NULL, name varchar(20) NULL, wide nvarchar(20) NULL);
INSERT INTO dbo.t VALUES (1, 'one', N'один'), (2, NULL, NULL);
-- docs/t-sql/statements/alter-table-transact-sql.md, ADD: rows that are there have NULL, or under WITH VALUES the default.
ALTER TABLE dbo.t ADD more datetime2(3) NULL, price decimal(9, 2) NOT NULL CONSTRAINT d DEFAULT 1.5;
INSERT INTO dbo.t VALUES (3, 'naïve', N'😀', '2026-11-23T01:02:03.004', -7.25);
SELECT id, name, wide, more, price FROM dbo.t ORDER BY id;
-- docs/t-sql/functions/next-value-for-transact-sql.md: a number for each row, and no more of them, whatever stands beside it.
CREATE SEQUENCE dbo.s AS int START WITH 10;
SELECT id, NEXT VALUE FOR dbo.s AS number, more FROM dbo.t;
SELECT NEXT VALUE FOR dbo.s AS following;
SELECT UPPER(name) AS upper, id, id * 2 AS doubled, name FROM dbo.t ORDER BY id DESC;
GO
-- docs/t-sql/queries/from-transact-sql.md: what has no partner is all NULL, also where its columns allow none.
CREATE TABLE dbo.u(id int NOT NULL, b bit NOT NULL, f float NOT NULL, g uniqueidentifier NULL, m money NULL, x xml NULL, v sql_variant NULL, n nvarchar(max) NULL);
INSERT INTO dbo.u VALUES (1, 1, 0.5, '6F9619FF-8B86-D011-B42D-00C04FC964FF', $1.25, '<a/>', 7, N'max'), (4, 0, -2.5, NULL, NULL, NULL, NULL, NULL);
SELECT t.id, u.b, u.f, u.g, u.m FROM dbo.t LEFT JOIN dbo.u ON u.id = t.id ORDER BY t.id;
SELECT t.name, u.id, u.x, u.v, u.n FROM dbo.t RIGHT JOIN dbo.u ON u.id = t.id ORDER BY u.id;
SELECT t.name, u.id FROM dbo.t FULL JOIN dbo.u ON u.id = t.id WHERE u.id = 4 OR t.id = 3 ORDER BY u.id;
SELECT TOP (1) WITH TIES f, id FROM dbo.u ORDER BY b;
SELECT d.id, d.twice, d.name FROM (SELECT id, id + id AS twice, name FROM dbo.t) AS d ORDER BY d.id;
SELECT id, name FROM dbo.t UNION ALL SELECT id, 'u' FROM dbo.u ORDER BY id, name;
GO
-- docs/relational-databases/pages-and-extents-architecture-guide.md, "Large row support": values that have no room in their row are elsewhere.
CREATE TABLE dbo.l(id int NOT NULL, a varchar(8000) NULL, b varchar(8000) NULL, c varbinary(max) NULL);
INSERT INTO dbo.l VALUES (1, REPLICATE('a', 3), REPLICATE('b', 3), 0x0102), (2, REPLICATE('a', 8000), REPLICATE('b', 8000), NULL);
DECLARE @r TABLE (id int, a varchar(8000), b varchar(8000));
INSERT INTO @r SELECT id, a, b FROM dbo.l;
SELECT id, a, b, c FROM dbo.l WHERE id = 1;
SELECT r.id, LEN(l.a) AS a, LEN(l.b) AS b FROM @r AS r JOIN dbo.l AS l ON l.a = r.a AND l.b = r.b ORDER BY r.id;
-- docs/t-sql/statements/set-textsize-transact-sql.md: so many bytes of a max value.
SET TEXTSIZE 2;
SELECT id, c FROM dbo.l ORDER BY id;
SET TEXTSIZE -1;
-- docs/t-sql/statements/set-rowcount-transact-sql.md
SET ROWCOUNT 2;
SELECT id, name FROM dbo.t ORDER BY id;
SET ROWCOUNT 0;
GO
-- An error ends the rows that have come by then (docs/t-sql/language-elements/divide-transact-sql.md: 8134).
SELECT id, 6 / (3 - id) AS part FROM dbo.t ORDER BY id;
GO
USE master;
DROP DATABASE G;
