-- docs/t-sql/statements/alter-table-transact-sql.md, ALTER COLUMN.
CREATE DATABASE G;
GO
USE G;
GO
-- A. Change the data type of a column.
CREATE TABLE dbo.doc_exy (column_a int);
INSERT INTO dbo.doc_exy (column_a) VALUES (10);
ALTER TABLE dbo.doc_exy ALTER COLUMN column_a decimal (5, 2);
SELECT * FROM dbo.doc_exy;
GO
-- B. Change the size of a column.
CREATE TABLE dbo.doc_exy3 (col_a varchar(5) NOT NULL, col_b decimal(4, 2));
INSERT INTO dbo.doc_exy3 VALUES ('Test', 99.99);
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_a varchar(25);
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_b decimal(10, 4);
INSERT INTO dbo.doc_exy3 VALUES ('MoreThanFiveCharacters', 99999.9999);
INSERT INTO dbo.doc_exy3 VALUES (NULL, 1);
SELECT * FROM dbo.doc_exy3;
GO
-- Smaller: what does not fit is an error, and nothing has changed.
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_a varchar(10);
GO
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_b decimal(4, 2);
GO
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_a int;
GO
SELECT * FROM dbo.doc_exy3;
GO
-- NULL and NOT NULL; without either it may be NULL.
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_a varchar(25) NOT NULL;
GO
UPDATE dbo.doc_exy3 SET col_a = '' WHERE col_a IS NULL;
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_a varchar(25) NOT NULL;
INSERT INTO dbo.doc_exy3 VALUES (NULL, 1);
GO
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_a nvarchar(30) NULL;
INSERT INTO dbo.doc_exy3 VALUES (NULL, 2);
SELECT * FROM dbo.doc_exy3;
GO
-- Types that do not become one another; a column that there is not; one that is computed.
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_b date;
GO
ALTER TABLE dbo.doc_exy3 ALTER COLUMN col_x int;
GO
CREATE TABLE dbo.c (a int DEFAULT 1, b AS a + 1, d int CONSTRAINT CK_d CHECK (d > 0), e int CONSTRAINT DF_e DEFAULT 2, s varchar(10) CONSTRAINT CK_s CHECK (s <> ''), f varchar(10) CONSTRAINT DF_f DEFAULT 'f');
INSERT dbo.c (d, s) VALUES (1, 's');
GO
ALTER TABLE dbo.c ALTER COLUMN b bigint;
GO
-- 5074, 4922. A text may become longer under a CHECK, and a length change under a DEFAULT.
ALTER TABLE dbo.c ALTER COLUMN a bigint;
GO
ALTER TABLE dbo.c ALTER COLUMN d bigint;
GO
ALTER TABLE dbo.c ALTER COLUMN e bigint;
GO
ALTER TABLE dbo.c ALTER COLUMN s varchar(20);
ALTER TABLE dbo.c ALTER COLUMN f varchar(5);
ALTER TABLE dbo.c ALTER COLUMN f varchar(15) NOT NULL;
INSERT dbo.c (d, s) VALUES (2, 'longer than ten');
SELECT * FROM dbo.c;
GO
-- PERSISTED and not.
CREATE TABLE dbo.p (a int, b AS a * 2, c AS GETDATE());
INSERT dbo.p VALUES (1), (2);
ALTER TABLE dbo.p ALTER COLUMN b ADD PERSISTED;
UPDATE dbo.p SET a = 5 WHERE a = 1;
SELECT a, b FROM dbo.p;
SELECT name, is_persisted FROM sys.computed_columns WHERE name IN ('b', 'c') AND object_id = (SELECT MAX(object_id) FROM sys.computed_columns);
ALTER TABLE dbo.p ALTER COLUMN b DROP PERSISTED;
UPDATE dbo.p SET a = 6 WHERE a = 5;
SELECT a, b FROM dbo.p;
GO
ALTER TABLE dbo.p ALTER COLUMN c ADD PERSISTED;
GO
-- An identity column goes on counting.
CREATE TABLE dbo.i (id smallint IDENTITY, a int);
INSERT dbo.i VALUES (1), (2);
ALTER TABLE dbo.i ALTER COLUMN id bigint;
INSERT dbo.i VALUES (3);
SELECT * FROM dbo.i;
GO
ALTER TABLE dbo.i ALTER COLUMN id varchar(10);
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
