-- docs/t-sql/statements/create-default-transact-sql.md, drop-default-transact-sql.md;
-- docs/relational-databases/system-stored-procedures/sp-bindefault-transact-sql.md, sp-unbindefault-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
GO
CREATE SCHEMA Person;
GO
CREATE TABLE Person.PersonPhone (id int NOT NULL, PhoneNumber varchar(10) NOT NULL, Kind varchar(4) NULL);
GO
-- A and B: a default, and its binding.
CREATE DEFAULT phonedflt AS 'unknown';
GO
sp_bindefault 'phonedflt', 'Person.PersonPhone.PhoneNumber';
GO
INSERT INTO Person.PersonPhone (id) VALUES (1);
INSERT INTO Person.PersonPhone VALUES (2, DEFAULT, 'home');
INSERT INTO Person.PersonPhone (id, PhoneNumber) VALUES (3, '555');
UPDATE Person.PersonPhone SET PhoneNumber = DEFAULT WHERE id = 3;
SELECT * FROM Person.PersonPhone;
GO
-- NULL is an entry.
INSERT INTO Person.PersonPhone (id, PhoneNumber) VALUES (4, NULL);
GO
-- "If the default value is too long for the column to which it's bound, the value is truncated."
EXEC sp_bindefault @defname = 'dbo.phonedflt', @objname = 'Person.PersonPhone.Kind';
GO
INSERT INTO Person.PersonPhone (id) VALUES (5);
SELECT * FROM Person.PersonPhone WHERE id = 5;
GO
-- The catalog.
SELECT name, type, type_desc, parent_object_id FROM sys.objects WHERE name = 'phonedflt';
SELECT c.name, OBJECT_NAME(c.default_object_id) AS bound, OBJECT_DEFINITION(c.default_object_id) AS text
FROM sys.columns AS c WHERE c.object_id = OBJECT_ID('Person.PersonPhone') AND c.default_object_id <> 0;
SELECT COLUMN_NAME, COLUMN_DEFAULT FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'PersonPhone';
SELECT OBJECTPROPERTY(OBJECT_ID('phonedflt'), 'IsDefault') AS is_default,
    OBJECTPROPERTY(OBJECT_ID('phonedflt'), 'IsDefaultCnst') AS is_constraint,
    OBJECTPROPERTY(OBJECT_ID('phonedflt'), 'IsRule') AS is_rule;
SELECT definition FROM sys.sql_modules WHERE object_id = OBJECT_ID('phonedflt');
SELECT COUNT(*) AS constraints FROM sys.default_constraints;
EXEC sp_helptext 'phonedflt';
GO
-- A bound default can't be dropped.
DROP DEFAULT phonedflt;
GO
EXEC sp_unbindefault 'Person.PersonPhone.PhoneNumber';
EXEC sp_unbindefault 'Person.PersonPhone.Kind';
DROP DEFAULT phonedflt;
GO
-- Without a default: an error in a NOT NULL column.
INSERT INTO Person.PersonPhone (id) VALUES (6);
GO
DROP DEFAULT phonedflt;
GO
DROP DEFAULT IF EXISTS phonedflt;
GO
-- A default of a function's value, which isn't bound at once to the column's type.
CREATE DEFAULT dbo.today AS CONVERT(varchar(10), DATEADD(day, 1, '20200101'), 120);
GO
CREATE TABLE dbo.e (id int IDENTITY, HireDate date, number int, c AS number + 1, d int DEFAULT 5, m varchar(max), v timestamp);
GO
EXEC sp_bindefault 'today', 'e.HireDate';
EXEC sp_bindefault 'today', 'e.number';
GO
INSERT INTO e (number) VALUES (1);
SELECT HireDate, number FROM e;
GO
-- "an error message is returned when it tries to insert the default value, not when you bind it"
INSERT INTO e (HireDate) VALUES ('20200101');
GO
-- Columns that can't have a default.
EXEC sp_bindefault 'today', 'e.id';
EXEC sp_bindefault 'today', 'e.c';
EXEC sp_bindefault 'today', 'e.d';
EXEC sp_bindefault 'today', 'e.m';
EXEC sp_bindefault 'today', 'e.v';
EXEC sp_bindefault 'none', 'e.number';
EXEC sp_bindefault 'today', 'e.none';
EXEC sp_bindefault 'today', 'int';
EXEC sp_bindefault 'today', 'e.number', 'later';
EXEC sp_unbindefault 'e.d';
EXEC sp_unbindefault 'e.m';
GO
-- A column with a bound default takes no DEFAULT constraint.
ALTER TABLE e ADD CONSTRAINT df DEFAULT 1 FOR number;
GO
-- A column with a bound default isn't dropped (docs/t-sql/statements/alter-table-transact-sql.md, DROP COLUMN); without its columns the default is.
ALTER TABLE e DROP COLUMN c;
ALTER TABLE e DROP COLUMN number;
GO
EXEC sp_unbindefault 'e.number';
ALTER TABLE e DROP COLUMN number;
GO
EXEC sp_unbindefault 'e.HireDate';
GO
ALTER TABLE e DROP COLUMN HireDate;
DROP DEFAULT today;
GO
-- Delimited names: [t.1].
CREATE TABLE [t.1] (c1 int, c2 int);
GO
CREATE DEFAULT default1 AS 7;
GO
EXEC sp_bindefault 'default1', '[t.1].c1';
GO
INSERT INTO [t.1] DEFAULT VALUES;
SELECT * FROM [t.1];
GO
-- The new default overrides the old one.
CREATE DEFAULT default2 AS -(2 * 4);
GO
EXEC sp_bindefault 'default2', '[t.1].c1';
EXEC sp_rename 'default2', 'another';
DROP DEFAULT default1;
INSERT INTO [t.1] (c2) VALUES (1);
SELECT * FROM [t.1];
GO
-- A rollback takes a binding back.
BEGIN TRANSACTION;
EXEC sp_unbindefault '[t.1].c1';
ROLLBACK;
INSERT INTO [t.1] (c2) VALUES (2);
SELECT * FROM [t.1] WHERE c2 = 2;
GO
-- What a default can't be.
CREATE DEFAULT wrong AS c1;
GO
DECLARE @x int;
CREATE DEFAULT wrong AS 1;
GO
CREATE DEFAULT wrong AS @x;
GO
CREATE DEFAULT wrong AS (SELECT 1);
GO
CREATE DEFAULT another AS 1;
GO
CREATE TABLE f (a int CONSTRAINT df_f DEFAULT 1);
GO
DROP DEFAULT df_f;
GO
EXEC sp_bindefault 'df_f', '[t.1].c2';
GO
DROP VIEW another;
GO
USE master;
DROP DATABASE D;
GO
