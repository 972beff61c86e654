-- docs/t-sql/statements/bulk-insert-transact-sql.md, docs/relational-databases/import-export/keep-nulls-or-use-default-values-during-bulk-import-sql-server.md,
-- docs/relational-databases/import-export/keep-identity-values-when-bulk-importing-data-sql-server.md:
-- identity, defaults, constraints, triggers, order. The files are in tests/data_files.
CREATE DATABASE B;
GO
USE B;
CREATE TABLE dbo.k(id int IDENTITY(10, 10), name varchar(20) NULL DEFAULT 'none', born date NULL);
BULK INSERT dbo.k FROM 'people.txt';
BULK INSERT dbo.k FROM 'people.txt' WITH (KEEPIDENTITY, KEEPNULLS);
SELECT * FROM dbo.k;
GO
-- CHECK constraints are ignored and become untrusted, unless CHECK_CONSTRAINTS says otherwise.
CREATE TABLE dbo.c(id int CONSTRAINT pk PRIMARY KEY, n int CONSTRAINT positive CHECK (n > 0), m int);
BULK INSERT dbo.c FROM 'checked.txt' WITH (CHECK_CONSTRAINTS);
GO
SELECT COUNT(*) AS n FROM dbo.c;
BULK INSERT dbo.c FROM 'checked.txt';
SELECT * FROM dbo.c;
SELECT is_not_trusted FROM sys.check_constraints;
GO
-- Keys are always checked.
BULK INSERT dbo.c FROM 'checked.txt';
GO
-- Triggers fire once for each batch, and only with FIRE_TRIGGERS.
CREATE TABLE dbo.log(rows int, first int);
GO
CREATE TRIGGER dbo.logged ON dbo.k AFTER INSERT AS INSERT dbo.log SELECT COUNT(*), MIN(id) FROM inserted;
GO
BULK INSERT dbo.k FROM 'people.txt';
SELECT * FROM dbo.log;
BULK INSERT dbo.k FROM 'people.txt' WITH (FIRE_TRIGGERS);
BULK INSERT dbo.k FROM 'people.txt' WITH (FIRE_TRIGGERS, BATCHSIZE = 2);
SELECT * FROM dbo.log;
GO
-- A trigger that rolls back ends the load.
ALTER TRIGGER dbo.logged ON dbo.k AFTER INSERT AS ROLLBACK;
GO
TRUNCATE TABLE dbo.k;
BULK INSERT dbo.k FROM 'people.txt' WITH (FIRE_TRIGGERS);
GO
SELECT COUNT(*) AS n, @@TRANCOUNT AS transactions FROM dbo.k;
GO
-- An INSTEAD OF trigger takes the rows only with FIRE_TRIGGERS.
CREATE TABLE dbo.o(id int, name varchar(20), born date);
GO
CREATE TRIGGER dbo.instead ON dbo.o INSTEAD OF INSERT AS INSERT dbo.log SELECT COUNT(*), -1 FROM inserted;
GO
TRUNCATE TABLE dbo.log;
BULK INSERT dbo.o FROM 'people.txt';
SELECT COUNT(*) AS n FROM dbo.o;
BULK INSERT dbo.o FROM 'people.txt' WITH (FIRE_TRIGGERS);
SELECT COUNT(*) AS n FROM dbo.o;
SELECT * FROM dbo.log;
GO
-- ORDER: 4819 if the rows aren't in the order of the clustered index. Another order is ignored.
CREATE TABLE dbo.s(a int PRIMARY KEY);
BULK INSERT dbo.s FROM 'unsorted.txt' WITH (ORDER (a ASC));
GO
BULK INSERT dbo.s FROM 'sorted.txt' WITH (ORDER (a));
BULK INSERT dbo.s FROM 'unsorted.txt' WITH (ORDER (a DESC), LASTROW = 1);
SELECT * FROM dbo.s;
GO
-- 4817 and 4818.
BULK INSERT dbo.s FROM 'sorted.txt' WITH (ORDER (b));
GO
BULK INSERT dbo.s FROM 'sorted.txt' WITH (ORDER (a, a));
