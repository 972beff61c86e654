-- docs/t-sql/statements/create-table-transact-sql.md, CHECK; docs/relational-databases/tables/unique-constraints-and-check-constraints.md: "CHECK
-- constraints reject values that evaluate to FALSE. Because null values evaluate to UNKNOWN, their presence in expressions might override a constraint."
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.jobs (
    job_id smallint IDENTITY(1,1) NOT NULL,
    job_desc varchar(50) NOT NULL DEFAULT 'New Position - title not formalized yet',
    min_lvl tinyint NOT NULL CHECK (min_lvl >= 10),
    max_lvl tinyint NOT NULL CONSTRAINT CK_max CHECK (max_lvl <= 250));
GO
INSERT dbo.jobs (min_lvl, max_lvl) VALUES (10, 250);
INSERT dbo.jobs (min_lvl, max_lvl) VALUES (20, 251);
GO
SELECT @@ERROR;
INSERT dbo.jobs (min_lvl, max_lvl) VALUES (12, 100), (12, 255);
GO
UPDATE dbo.jobs SET max_lvl = max_lvl + 1;
GO
UPDATE dbo.jobs SET min_lvl = 11;
SELECT * FROM dbo.jobs;
GO
-- Over several columns: no column is named. NULL passes.
CREATE TABLE dbo.T (a int NULL, b int NULL, CONSTRAINT CK_order CHECK (a < b), CONSTRAINT CK_a CHECK (a > 0 OR a = -5));
GO
INSERT dbo.T VALUES (1, 2), (NULL, 1), (1, NULL), (NULL, NULL), (-5, 0);
INSERT dbo.T VALUES (2, 2);
GO
INSERT dbo.T VALUES (0, 2);
GO
INSERT dbo.T SELECT a, b + 1 FROM dbo.T WHERE a > 0;
INSERT dbo.T SELECT b, a FROM dbo.T WHERE b = 3;
GO
UPDATE dbo.T SET b = 0 WHERE a = 1;
GO
UPDATE dbo.T SET a = NULL WHERE a = 1;
SELECT * FROM dbo.T ORDER BY a, b;
GO
-- LIKE, IN, BETWEEN, functions, CASE: the examples of create-table-transact-sql.md, and how sys.check_constraints shows them.
CREATE TABLE dbo.E (
    emp_id char(9) CONSTRAINT CK_emp_id CHECK (emp_id LIKE '[A-Z][A-Z][A-Z][1-9][0-9][0-9][0-9][0-9][FM]' OR emp_id LIKE '[A-Z]-[A-Z][1-9][0-9][0-9][0-9][0-9][FM]'),
    pub_id char(4) CHECK (pub_id IN ('1389', '0736', '0877', '1622', '1756') OR pub_id LIKE '99[0-9][0-9]'),
    n int CONSTRAINT CK_n CHECK (n BETWEEN 1 AND 10),
    s varchar(20) CONSTRAINT CK_s CHECK (LEN(s) > 2 AND s NOT LIKE '%x%'),
    m money CONSTRAINT CK_m CHECK (NOT (m < 0)),
    d datetime CONSTRAINT CK_d CHECK (d IS NOT NULL),
    k int CONSTRAINT CK_k CHECK (CASE WHEN k % 2 = 1 THEN 0 ELSE 1 END = 1));
GO
SELECT name, parent_column_id, definition, is_disabled, is_not_trusted, is_system_named FROM sys.check_constraints WHERE name LIKE 'CK[_][a-z]%' AND parent_object_id = (SELECT parent_object_id FROM sys.check_constraints WHERE name = 'CK_emp_id') ORDER BY name;
GO
INSERT dbo.E VALUES ('PMA42628M', '1389', 1, 'abc', 0, '20240101', 2);
INSERT dbo.E VALUES ('P-M42628F', '9912', 10, NULL, NULL, '20240101', NULL);
GO
INSERT dbo.E VALUES ('PMA42628X', '1389', 1, 'abc', 0, '20240101', 2);
GO
INSERT dbo.E (emp_id, d, n) VALUES (NULL, '20240101', 11);
GO
INSERT dbo.E (d, s) VALUES ('20240101', 'ab');
GO
INSERT dbo.E (d, s) VALUES ('20240101', 'abcx');
GO
INSERT dbo.E (d, m) VALUES ('20240101', -1);
GO
INSERT dbo.E (n) VALUES (1);
GO
INSERT dbo.E (d, k) VALUES ('20240101', 3);
GO
INSERT dbo.E (d, pub_id) VALUES ('20240101', '1111');
GO
SELECT COUNT(*) FROM dbo.E;
GO
-- A transaction goes on; XACT_ABORT ends it.
BEGIN TRANSACTION;
INSERT dbo.T VALUES (5, 6);
INSERT dbo.T VALUES (6, 5);
SELECT @@TRANCOUNT, COUNT(*) FROM dbo.T WHERE a = 5;
ROLLBACK;
GO
BEGIN TRY
    INSERT dbo.T VALUES (6, 5);
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS message;
END CATCH;
GO
-- Table variables and temporary tables.
DECLARE @t TABLE (a int CHECK (a > 0), b int, CHECK (b > a));
INSERT @t VALUES (1, 2);
INSERT @t VALUES (2, 3), (1, 2);
SELECT * FROM @t;
GO
CREATE TABLE #t (a int CONSTRAINT CK_temp CHECK (a > 0));
INSERT #t VALUES (1);
UPDATE #t SET a = 2;
SELECT * FROM #t;
GO
