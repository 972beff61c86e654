-- The examples of docs/t-sql/statements/alter-table-transact-sql.md that need no AdventureWorks.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- Adding columns and constraints, B.
CREATE TABLE dbo.doc_exc (column_a INT);
GO
ALTER TABLE dbo.doc_exc ADD column_b VARCHAR(20) NULL CONSTRAINT exb_unique UNIQUE;
GO
SELECT name, type_desc FROM sys.key_constraints WHERE parent_object_id = OBJECT_ID('dbo.doc_exc');
GO
DROP TABLE dbo.doc_exc;
GO
-- C
CREATE TABLE dbo.doc_exd (column_a INT);
GO
INSERT INTO dbo.doc_exd VALUES (-1);
GO
ALTER TABLE dbo.doc_exd WITH NOCHECK ADD CONSTRAINT exd_check CHECK (column_a > 1);
GO
SELECT name, is_not_trusted, is_disabled FROM sys.check_constraints WHERE parent_object_id = OBJECT_ID('dbo.doc_exd');
GO
DROP TABLE dbo.doc_exd;
GO
-- D
CREATE TABLE dbo.doc_exz (column_a INT, column_b INT);
GO
INSERT INTO dbo.doc_exz (column_a) VALUES (7);
GO
ALTER TABLE dbo.doc_exz ADD CONSTRAINT col_b_def DEFAULT 50 FOR column_b;
GO
INSERT INTO dbo.doc_exz (column_a) VALUES (10);
GO
SELECT * FROM dbo.doc_exz;
GO
DROP TABLE dbo.doc_exz;
GO
-- E
CREATE TABLE dbo.doc_exe (column_a INT CONSTRAINT column_a_un UNIQUE);
GO
ALTER TABLE dbo.doc_exe ADD
column_b INT IDENTITY CONSTRAINT column_b_pk PRIMARY KEY,
column_c INT NULL CONSTRAINT column_c_fk REFERENCES doc_exe(column_a),
column_d VARCHAR(16) NULL CONSTRAINT column_d_chk
CHECK (column_d LIKE '[0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]' OR
column_d LIKE '([0-9][0-9][0-9]) [0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]'),
column_e DECIMAL(3,3) CONSTRAINT column_e_default DEFAULT .081;
GO
SELECT name, type FROM sys.objects WHERE parent_object_id = OBJECT_ID('dbo.doc_exe') ORDER BY name;
GO
DROP TABLE dbo.doc_exe;
GO
-- F
CREATE TABLE dbo.doc_exf (column_a INT);
GO
INSERT INTO dbo.doc_exf VALUES (1);
GO
ALTER TABLE dbo.doc_exf ADD AddDate smalldatetime NULL CONSTRAINT AddDateDflt DEFAULT GETDATE() WITH VALUES;
GO
SELECT COUNT(AddDate) AS filled FROM dbo.doc_exf;
GO
DROP TABLE dbo.doc_exf;
GO
-- Dropping columns and constraints, A.
CREATE TABLE dbo.doc_exb (column_a INT, column_b VARCHAR(20) NULL, column_c datetime, column_d int);
GO
ALTER TABLE dbo.doc_exb DROP COLUMN column_b;
GO
ALTER TABLE dbo.doc_exb DROP COLUMN column_c, column_d;
GO
SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.doc_exb');
GO
-- B
CREATE TABLE dbo.doc_exc (column_a int NOT NULL CONSTRAINT my_constraint UNIQUE);
GO
ALTER TABLE dbo.doc_exc DROP my_constraint;
GO
DROP TABLE dbo.doc_exc;
GO
CREATE TABLE dbo.doc_exc (column_a int NOT NULL CONSTRAINT my_constraint UNIQUE, column_b int NOT NULL CONSTRAINT my_pk_constraint PRIMARY KEY);
GO
ALTER TABLE dbo.doc_exc DROP CONSTRAINT my_constraint, my_pk_constraint, COLUMN column_b;
GO
SELECT name, (SELECT COUNT(*) FROM sys.key_constraints WHERE parent_object_id = c.object_id) AS keys FROM sys.columns AS c WHERE object_id = OBJECT_ID('dbo.doc_exc');
GO
-- Altering a column definition, A.
CREATE TABLE dbo.doc_exy (column_a INT);
GO
INSERT INTO dbo.doc_exy (column_a) VALUES (10);
GO
ALTER TABLE dbo.doc_exy ALTER COLUMN column_a DECIMAL (5, 2);
GO
SELECT column_a FROM dbo.doc_exy;
GO
DROP TABLE dbo.doc_exy;
GO
-- B
CREATE TABLE dbo.doc_exy (col_a varchar(5) UNIQUE NOT NULL, col_b decimal (4,2));
GO
INSERT INTO dbo.doc_exy VALUES ('Test', 99.99);
GO
SELECT name, TYPE_NAME(system_type_id) AS t, max_length, precision, scale FROM sys.columns WHERE object_id = OBJECT_ID(N'dbo.doc_exy');
GO
ALTER TABLE dbo.doc_exy ALTER COLUMN col_a varchar(25);
GO
ALTER TABLE dbo.doc_exy ALTER COLUMN col_b decimal (10,4);
GO
INSERT INTO dbo.doc_exy VALUES ('MyNewColumnSize', 99999.9999);
GO
SELECT name, TYPE_NAME(system_type_id) AS t, max_length, precision, scale FROM sys.columns WHERE object_id = OBJECT_ID(N'dbo.doc_exy');
GO
-- C
CREATE TABLE T3 (C1 int PRIMARY KEY, C2 varchar(50) NULL, C3 int NULL, C4 int);
GO
ALTER TABLE T3 ALTER COLUMN C2 varchar(50) COLLATE Latin1_General_BIN;
GO
SELECT collation_name FROM sys.columns WHERE object_id = OBJECT_ID('T3') AND name = 'C2';
GO
-- Altering a table definition, D.
ALTER TABLE dbo.T3 SET (LOCK_ESCALATION = AUTO);
GO
SELECT lock_escalation_desc FROM sys.tables WHERE name = 'T3';
GO
-- Disabling and enabling constraints and triggers, A.
CREATE TABLE dbo.cnst_example (id INT NOT NULL, name VARCHAR(10) NOT NULL, salary MONEY NOT NULL CONSTRAINT salary_cap CHECK (salary < 100000));
INSERT INTO dbo.cnst_example VALUES (1, 'Joe Brown', 65000);
INSERT INTO dbo.cnst_example VALUES (2, 'Mary Smith', 75000);
INSERT INTO dbo.cnst_example VALUES (3, 'Pat Jones', 105000);
ALTER TABLE dbo.cnst_example NOCHECK CONSTRAINT salary_cap;
INSERT INTO dbo.cnst_example VALUES (3, 'Pat Jones', 105000);
ALTER TABLE dbo.cnst_example CHECK CONSTRAINT salary_cap;
INSERT INTO dbo.cnst_example VALUES (4, 'Eric James', 110000);
GO
-- B
CREATE TABLE dbo.trig_example (id INT, name VARCHAR(12), salary MONEY);
GO
CREATE TRIGGER dbo.trig1 ON dbo.trig_example FOR INSERT
AS
IF (SELECT COUNT(*) FROM INSERTED WHERE salary > 100000) > 0
BEGIN
    PRINT 'TRIG1 Error: you attempted to insert a salary > $100,000'
    ROLLBACK TRANSACTION
END;
GO
INSERT INTO dbo.trig_example VALUES (1, 'Pat Smith', 100001);
GO
ALTER TABLE dbo.trig_example DISABLE TRIGGER trig1;
GO
INSERT INTO dbo.trig_example VALUES (2, 'Chuck Jones', 100001);
GO
ALTER TABLE dbo.trig_example ENABLE TRIGGER trig1;
GO
INSERT INTO dbo.trig_example VALUES (3, 'Mary Booth', 100001);
GO
SELECT id FROM dbo.trig_example;
GO
-- Online operations, B.
CREATE TABLE dbo.doc_online (column_a INT);
GO
INSERT INTO dbo.doc_online (column_a) VALUES (10);
GO
ALTER TABLE dbo.doc_online ALTER COLUMN column_a DECIMAL (5, 2) WITH (ONLINE = ON);
GO
SELECT column_a FROM dbo.doc_online;
GO
