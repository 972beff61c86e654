-- docs/t-sql/statements/create-table-transact-sql.md: a key of several columns is a constraint of the table; each column ascending or descending.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int, b varchar(10), c decimal(5, 2), CONSTRAINT PK_ab PRIMARY KEY (a, b DESC));
INSERT INTO dbo.t VALUES (1, 'x', 1.5), (1, 'y', 2.5), (2, 'x', 3.5);
SELECT * FROM dbo.t;
GO
INSERT INTO dbo.t VALUES (1, 'X ', 9);
GO
CREATE TABLE dbo.u(a int, b varchar(10), c decimal(5, 2), d date, e varbinary(4), f bit, UNIQUE (a, b), CONSTRAINT UQ_cdef UNIQUE NONCLUSTERED (c, d, e, f));
INSERT INTO dbo.u VALUES (1, 'x', 1.5, '20200102', 0x0102, 1), (1, NULL, 2.5, NULL, NULL, NULL);
GO
INSERT INTO dbo.u VALUES (2, 'x', 1.5, '20200102', 0x0102, 1);
GO
INSERT INTO dbo.u VALUES (2, NULL, 2.5, NULL, NULL, NULL);
GO
DELETE FROM dbo.u WHERE a = 1;
INSERT INTO dbo.u VALUES (2, 'x', 1.5, '20200102', 0x0102, 1);
SELECT * FROM dbo.u;
GO
UPDATE dbo.u SET c = 2.5, b = 'z';
INSERT INTO dbo.u VALUES (3, 'x', 1.5, '20200102', 0x0102, 1);
SELECT a, b, c FROM dbo.u;
GO
-- As values are exchanged no key is there twice.
UPDATE dbo.u SET c = CASE c WHEN 1.5 THEN 2.5 ELSE 1.5 END;
SELECT a, b, c FROM dbo.u;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
