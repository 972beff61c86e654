-- docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md: 4405 for several tables, 4406 for a derived field;
-- docs/t-sql/statements/create-view-transact-sql.md, "Updatable views".
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.t(id int PRIMARY KEY, k int);
CREATE TABLE dbo.u(id int PRIMARY KEY, x int);
INSERT dbo.t VALUES (1, 1);
INSERT dbo.u VALUES (1, 1);
GO
CREATE VIEW dbo.v AS SELECT t.id, t.k, t.k + 1 AS d, u.x FROM dbo.t JOIN dbo.u ON u.id = t.id;
GO
UPDATE dbo.v SET d = 1;
GO
UPDATE dbo.v SET d = 1, k = 1;
GO
UPDATE dbo.v SET k = 1, x = 2;
GO
DELETE dbo.v;
GO
UPDATE dbo.v SET x = 2;
SELECT x FROM dbo.u;
GO
-- MERGE isn't supported where INSTEAD OF triggers run; other statements are theirs.
CREATE TRIGGER dbo.r ON dbo.v INSTEAD OF UPDATE AS PRINT 'r';
GO
MERGE dbo.v USING dbo.u ON u.id = v.id WHEN MATCHED THEN UPDATE SET d = 5;
GO
UPDATE dbo.v SET d = 5;
GO
USE master;
DROP DATABASE V;
GO
