-- docs/relational-databases/errors-events/database-engine-events-and-errors-8000-to-8999.md: 8102; docs/t-sql/statements/truncate-table-transact-sql.md:
-- the identity begins at its seed again; after a DELETE it goes on.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int IDENTITY(5, 2), a int);
GO
INSERT INTO dbo.t(a) VALUES (1), (2);
UPDATE dbo.t SET a = id WHERE id > 5;
DELETE FROM dbo.t WHERE id = 5;
INSERT INTO dbo.t(a) SELECT a FROM dbo.t;
SELECT id, a FROM dbo.t ORDER BY id;
TRUNCATE TABLE dbo.t;
INSERT INTO dbo.t(a) VALUES (3);
SELECT id, a FROM dbo.t;
GO
UPDATE dbo.t SET id = 9;
