-- relational-databases/system-stored-procedures/sp-sequence-get-range-transact-sql.md: UPDATE on the sequence. t-sql/functions/next-value-for-transact-sql.md,
-- *Ownership Chaining*: a DEFAULT takes UPDATE on the sequence too, unless one owner has the table and the sequence.
-- t-sql/statements/grant-object-permissions-transact-sql.md: REFERENCES is a permission on sequences; a definition that names one takes it.
CREATE DATABASE d;
GO
USE d;
CREATE SEQUENCE dbo.s AS INT START WITH 1;
CREATE TABLE dbo.chained(a INT, b INT DEFAULT NEXT VALUE FOR dbo.s);
CREATE USER ann WITHOUT LOGIN;
GRANT CREATE TABLE TO ann;
GRANT INSERT, SELECT ON dbo.chained TO ann;
GO
CREATE SCHEMA own AUTHORIZATION ann;
GO
EXECUTE AS USER = 'ann';
DECLARE @first SQL_VARIANT;
EXEC sys.sp_sequence_get_range 'dbo.s', 10, @first OUTPUT;
SELECT @first AS first;
GO
SELECT NEXT VALUE FOR dbo.s;
CREATE TABLE own.t(a INT, b INT DEFAULT NEXT VALUE FOR dbo.s);
CREATE TABLE own.t(a INT, b INT);
ALTER TABLE own.t ADD DEFAULT NEXT VALUE FOR dbo.s FOR b;
INSERT dbo.chained(a) VALUES(1);
SELECT a, b FROM dbo.chained;
REVERT;
GO
GRANT REFERENCES ON dbo.s TO ann;
EXECUTE AS USER = 'ann';
ALTER TABLE own.t ADD DEFAULT NEXT VALUE FOR dbo.s FOR b;
INSERT own.t(a) VALUES(1);
REVERT;
GRANT UPDATE ON dbo.s TO ann;
EXECUTE AS USER = 'ann';
INSERT own.t(a) VALUES(1);
SELECT a, b FROM own.t;
DECLARE @first SQL_VARIANT;
EXEC sys.sp_sequence_get_range 'dbo.s', 10, @first OUTPUT;
SELECT @first AS first;
REVERT;
GO
