-- docs/t-sql/statements/alter-table-transact-sql.md, alter-table-table-constraint: keys are added to and dropped from tables with rows;
-- docs/relational-databases/tables/create-primary-keys.md, delete-primary-keys.md, create-unique-constraints.md.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(id int NOT NULL, b int, c varchar(10));
INSERT INTO dbo.t VALUES (3, 1, 'c'), (1, 1, 'a'), (2, NULL, 'b');
GO
ALTER TABLE dbo.t ADD CONSTRAINT PK_t PRIMARY KEY (id);
SELECT * FROM dbo.t;
GO
INSERT INTO dbo.t VALUES (1, 2, 'twice');
GO
ALTER TABLE dbo.t ADD CONSTRAINT UQ_b UNIQUE (b);
GO
UPDATE dbo.t SET b = id;
ALTER TABLE dbo.t ADD CONSTRAINT UQ_b UNIQUE (b), CONSTRAINT UQ_c UNIQUE (c);
GO
INSERT INTO dbo.t VALUES (9, 3, 'z');
GO
INSERT INTO dbo.t VALUES (9, 9, 'C');
GO
ALTER TABLE dbo.t ADD PRIMARY KEY (b);
GO
ALTER TABLE dbo.t ADD CONSTRAINT PK_b PRIMARY KEY NONCLUSTERED (b);
GO
DROP INDEX PK_t ON dbo.t;
GO
ALTER TABLE dbo.t DROP CONSTRAINT PK_t;
INSERT INTO dbo.t VALUES (1, 10, 'again');
SELECT id, b FROM dbo.t WHERE b > 1;
GO
ALTER TABLE dbo.t ADD CONSTRAINT PK_t PRIMARY KEY (id);
GO
ALTER TABLE dbo.t DROP CONSTRAINT nothing;
GO
ALTER TABLE dbo.t DROP CONSTRAINT UQ_b, UQ_c;
INSERT INTO dbo.t VALUES (5, 10, 'again');
GO
ALTER TABLE dbo.t ADD d int NOT NULL IDENTITY(7, 1) CONSTRAINT PK_d PRIMARY KEY;
GO
SELECT d FROM dbo.t ORDER BY d;
GO
-- As a whole or not at all, in a transaction as well.
BEGIN TRAN;
ALTER TABLE dbo.t DROP CONSTRAINT PK_d;
CREATE CLUSTERED INDEX ix ON dbo.t(b);
INSERT INTO dbo.t(id, b) VALUES (100, 0);
SELECT TOP (1) b FROM dbo.t;
ROLLBACK;
SELECT COUNT(*) AS n, MAX(d) AS d FROM dbo.t;
GO
INSERT INTO dbo.t(id, b) VALUES (101, 0);
SELECT MAX(d) AS d FROM dbo.t;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
