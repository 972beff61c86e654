-- docs/t-sql/statements/alter-table-transact-sql.md: ADD and DROP CONSTRAINT, WITH CHECK | NOCHECK, CHECK | NOCHECK CONSTRAINT.
CREATE DATABASE G;
GO
USE G;
GO
-- Example: disable and reenable a constraint.
CREATE TABLE dbo.cnst_example (id int NOT NULL, name varchar(10) NOT NULL, salary money NOT NULL CONSTRAINT salary_cap CHECK (salary < 100000));
INSERT INTO dbo.cnst_example VALUES (1, 'Joe Brown', 65000);
INSERT INTO dbo.cnst_example VALUES (2, 'Mary Smith', 75000);
INSERT INTO dbo.cnst_example VALUES (3, 'Pat Jones', 105000);
GO
ALTER TABLE dbo.cnst_example NOCHECK CONSTRAINT salary_cap;
INSERT INTO dbo.cnst_example VALUES (3, 'Pat Jones', 105000);
SELECT is_disabled, is_not_trusted FROM sys.check_constraints;
GO
ALTER TABLE dbo.cnst_example CHECK CONSTRAINT salary_cap;
SELECT is_disabled, is_not_trusted FROM sys.check_constraints;
INSERT INTO dbo.cnst_example VALUES (4, 'Eric James', 110000);
GO
-- Other columns of a row that the constraint is false of may change.
UPDATE dbo.cnst_example SET name = 'Pat' WHERE id = 3;
UPDATE dbo.cnst_example SET salary = salary + 1 WHERE id = 3;
GO
ALTER TABLE dbo.cnst_example WITH CHECK CHECK CONSTRAINT salary_cap;
GO
SELECT is_disabled, is_not_trusted FROM sys.check_constraints;
UPDATE dbo.cnst_example SET salary = 1 WHERE id = 3;
ALTER TABLE dbo.cnst_example WITH CHECK CHECK CONSTRAINT ALL;
SELECT is_disabled, is_not_trusted FROM sys.check_constraints;
GO
ALTER TABLE dbo.cnst_example NOCHECK CONSTRAINT ALL;
SELECT is_disabled, is_not_trusted FROM sys.check_constraints;
ALTER TABLE dbo.cnst_example WITH NOCHECK CHECK CONSTRAINT ALL;
SELECT is_disabled, is_not_trusted FROM sys.check_constraints;
GO
-- 4917, 4916, 11415.
ALTER TABLE dbo.cnst_example NOCHECK CONSTRAINT nosuch;
GO
ALTER TABLE dbo.cnst_example ADD CONSTRAINT DF_name DEFAULT 'x' FOR name;
ALTER TABLE dbo.cnst_example NOCHECK CONSTRAINT DF_name;
GO
-- 1781, 1752, 128, 2714.
ALTER TABLE dbo.cnst_example ADD DEFAULT 'y' FOR name;
GO
ALTER TABLE dbo.cnst_example ADD DEFAULT 'y' FOR nosuch;
GO
ALTER TABLE dbo.cnst_example ADD DEFAULT (name) FOR salary;
GO
ALTER TABLE dbo.cnst_example ADD CONSTRAINT DF_name CHECK (id > 0);
GO
ALTER TABLE dbo.cnst_example ADD CONSTRAINT cnst_example CHECK (id > 0);
GO
-- A constraint that is dropped looks after nothing; its name is free.
ALTER TABLE dbo.cnst_example DROP CONSTRAINT DF_name, salary_cap;
ALTER TABLE dbo.cnst_example ADD CONSTRAINT salary_cap CHECK (id > 0), CONSTRAINT DF_name DEFAULT 5 FOR id;
INSERT dbo.cnst_example (name, salary) VALUES ('x', 1000000);
SELECT * FROM dbo.cnst_example WHERE id = 5;
GO
-- Several at once; the second of two fails, and neither is there.
ALTER TABLE dbo.cnst_example ADD CONSTRAINT c1 CHECK (id > 0), CONSTRAINT c2 CHECK (id > 100);
GO
SELECT COUNT(*) AS n FROM sys.check_constraints WHERE name IN ('c1', 'c2');
GO
-- Temporary tables.
CREATE TABLE #t (a int);
INSERT #t VALUES (1);
ALTER TABLE #t ADD b int NOT NULL DEFAULT 2;
ALTER TABLE #t ADD CONSTRAINT CK_of_temp CHECK (b < 5);
SELECT * FROM #t;
ALTER TABLE #t DROP COLUMN a;
SELECT * FROM #t;
GO
-- 112 and what is not there yet.
DECLARE @v int;
ALTER TABLE dbo.cnst_example ADD z int DEFAULT (@v);
GO
ALTER TABLE dbo.cnst_example SET (LOCK_ESCALATION = TABLE);
GO
-- 1945 and its kin apart, a table with keys is altered as any other: rows in a clustered index, and other indexes follow the columns.
CREATE TABLE dbo.keyed (b int NOT NULL, a int NOT NULL CONSTRAINT PK_keyed PRIMARY KEY, c varchar(10) CONSTRAINT UQ_c UNIQUE, d int);
INSERT dbo.keyed VALUES (1, 10, 'x', 5), (2, 5, 'y', 6), (3, 20, NULL, 7);
ALTER TABLE dbo.keyed DROP COLUMN b;
ALTER TABLE dbo.keyed ADD e int NOT NULL DEFAULT 9;
GO
INSERT dbo.keyed (a, c) VALUES (7, 'z');
INSERT dbo.keyed (a, c) VALUES (8, 'x');
GO
INSERT dbo.keyed (a, c) VALUES (20, 'q');
GO
UPDATE dbo.keyed SET a = a + 1;
SELECT * FROM dbo.keyed;
SELECT a FROM dbo.keyed WHERE c = 'y';
GO
ALTER TABLE dbo.keyed DROP COLUMN a;
GO
ALTER TABLE dbo.keyed ALTER COLUMN a bigint NOT NULL;
GO
ALTER TABLE dbo.keyed ALTER COLUMN a int NULL;
GO
ALTER TABLE dbo.keyed ALTER COLUMN c varchar(20);
INSERT dbo.keyed (a, c) VALUES (100, 'longer than ten');
ALTER TABLE dbo.keyed ALTER COLUMN d varchar(8);
SELECT * FROM dbo.keyed WHERE c = 'longer than ten' OR d = '7';
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
