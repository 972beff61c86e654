-- t-sql/statements/create-type-transact-sql.md, *Permissions*: CREATE TYPE in the database and ALTER on the schema. create-table-transact-sql.md:
-- REFERENCES on the type of a column.
CREATE DATABASE d;
GO
USE d;
CREATE TYPE dbo.number FROM INT;
CREATE USER ann WITHOUT LOGIN;
GO
CREATE SCHEMA own AUTHORIZATION ann;
GO
EXECUTE AS USER = 'ann';
GO
CREATE TYPE own.mine FROM INT;
GO
REVERT;
GO
GRANT CREATE TYPE, CREATE TABLE TO ann;
GO
EXECUTE AS USER = 'ann';
GO
CREATE TYPE dbo.mine FROM INT;
GO
CREATE TYPE own.mine FROM INT;
GO
CREATE TABLE own.t(a dbo.number);
GO
CREATE TABLE own.t(a INT);
GO
ALTER TABLE own.t ADD b dbo.number;
GO
ALTER TABLE own.t ALTER COLUMN a dbo.number;
GO
ALTER TABLE own.t ADD c own.mine;
GO
DROP TYPE dbo.number;
GO
REVERT;
GO
GRANT REFERENCES ON TYPE::dbo.number TO ann;
GO
EXECUTE AS USER = 'ann';
GO
ALTER TABLE own.t ADD b dbo.number;
GO
ALTER TABLE own.t ALTER COLUMN a dbo.number;
GO
REVERT;
GO
SELECT c.name, t.name AS type FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id = OBJECT_ID('own.t')
ORDER BY c.name;
GO
