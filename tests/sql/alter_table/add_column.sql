-- docs/t-sql/statements/alter-table-transact-sql.md, ADD; its examples A to J as far as they need no index.
CREATE DATABASE G;
GO
USE G;
GO
-- A. Add a new column.
CREATE TABLE dbo.doc_exa (column_a int);
INSERT dbo.doc_exa VALUES (1), (2);
ALTER TABLE dbo.doc_exa ADD column_b varchar(20) NULL;
GO
SELECT * FROM dbo.doc_exa;
INSERT dbo.doc_exa VALUES (3, 'three');
UPDATE dbo.doc_exa SET column_b = 'one' WHERE column_a = 1;
SELECT * FROM dbo.doc_exa;
GO
-- D. Add a column with a constraint.
ALTER TABLE dbo.doc_exa ADD column_c varchar(20) NULL CONSTRAINT exb_ck CHECK (column_c <> 'x');
GO
INSERT dbo.doc_exa VALUES (4, NULL, 'x');
GO
-- C. Add an unverified CHECK constraint to an existing column.
CREATE TABLE dbo.doc_exd (column_a int);
INSERT INTO dbo.doc_exd VALUES (-1);
GO
ALTER TABLE dbo.doc_exd ADD CONSTRAINT exd_check CHECK (column_a > 1);
GO
ALTER TABLE dbo.doc_exd WITH NOCHECK ADD CONSTRAINT exd_check CHECK (column_a > 1);
SELECT name, is_not_trusted, is_disabled, definition FROM sys.check_constraints WHERE name = 'exd_check';
INSERT dbo.doc_exd VALUES (0);
GO
-- D. Add a DEFAULT constraint to an existing column.
CREATE TABLE dbo.doc_exz (column_a int, column_b int);
INSERT INTO dbo.doc_exz (column_a) VALUES (7);
ALTER TABLE dbo.doc_exz ADD CONSTRAINT col_b_def DEFAULT 50 FOR column_b;
INSERT INTO dbo.doc_exz (column_a) VALUES (10);
SELECT * FROM dbo.doc_exz;
GO
-- F. Several columns with constraints, WITH VALUES: "If the column allows nulls and WITH VALUES is not specified, NULL is stored in existing rows."
CREATE TABLE dbo.doc_exf (column_a int);
INSERT INTO dbo.doc_exf VALUES (1);
ALTER TABLE dbo.doc_exf ADD AddDate smalldatetime NULL CONSTRAINT AddDateDflt DEFAULT '20240102' WITH VALUES, b int NULL DEFAULT 5, c int NOT NULL DEFAULT 6, d int IDENTITY(10, 5);
GO
SELECT * FROM dbo.doc_exf;
INSERT dbo.doc_exf (column_a) VALUES (2);
SELECT * FROM dbo.doc_exf;
SELECT IDENT_CURRENT('dbo.doc_exf') AS last;
GO
-- 4901: a column that may not be NULL needs a value for the rows that are there; an empty table does not.
ALTER TABLE dbo.doc_exf ADD e int NOT NULL;
GO
CREATE TABLE dbo.empty (a int);
ALTER TABLE dbo.empty ADD b int NOT NULL;
INSERT dbo.empty VALUES (1, 2);
SELECT * FROM dbo.empty;
GO
-- 2705, 2744, 4902.
ALTER TABLE dbo.doc_exf ADD B int;
GO
ALTER TABLE dbo.doc_exf ADD e int, E int;
GO
ALTER TABLE dbo.doc_exf ADD f int IDENTITY;
GO
ALTER TABLE dbo.nosuch ADD a int;
GO
-- Computed columns.
ALTER TABLE dbo.doc_exf ADD g AS c * 2, h AS c * 3 PERSISTED;
GO
SELECT c, g, h FROM dbo.doc_exf;
UPDATE dbo.doc_exf SET c = 100 WHERE column_a = 1;
SELECT c, g, h FROM dbo.doc_exf;
GO
ALTER TABLE dbo.doc_exf ADD i AS g + 1;
GO
-- A value from a sequence for each row.
CREATE SEQUENCE dbo.seq START WITH 100;
GO
ALTER TABLE dbo.doc_exa ADD n int NOT NULL DEFAULT (NEXT VALUE FOR dbo.seq);
GO
SELECT * FROM dbo.doc_exa;
GO
-- Long values stay where they are.
CREATE TABLE dbo.long (a int, t varchar(max));
INSERT dbo.long VALUES (1, REPLICATE(CONVERT(varchar(max), 'x'), 100000)), (2, NULL), (3, 'short');
ALTER TABLE dbo.long ADD b int NOT NULL DEFAULT 9;
GO
SELECT a, LEN(t) AS length, b FROM dbo.long;
GO
-- In a batch, what comes after ALTER TABLE sees the column; many rows.
CREATE TABLE dbo.many (a int);
INSERT dbo.many SELECT TOP (5000) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) FROM (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) a(x), (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) b(x), (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) c(x), (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) d(x);
ALTER TABLE dbo.many ADD b char(100) NOT NULL DEFAULT 'b';
SELECT COUNT(*) AS n, MIN(a) AS first, MAX(a) AS last, MIN(LEN(b)) AS b FROM dbo.many;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
