-- A new database has the schema guest and one for each fixed role, with the role's id and owner.
-- docs/relational-databases/security/authentication-access/ownership-and-user-schema-separation.md: nine schemas have the names of
-- the fixed roles; they can be dropped while they are empty, unlike dbo, guest, sys and INFORMATION_SCHEMA.
CREATE DATABASE roles_have_schemas;
GO
USE roles_have_schemas;
SELECT name, schema_id, USER_NAME(principal_id) AS owner FROM sys.schemas ORDER BY schema_id;
SELECT SCHEMA_NAME(2) AS second, SCHEMA_ID('db_datareader') AS of_reader;
GO
-- Users' schemas have ids from 5 on. A schema of a role takes objects, and so does guest.
CREATE SCHEMA first_of_users;
GO
CREATE SCHEMA second_of_users AUTHORIZATION db_owner;
GO
CREATE TABLE db_owner.t (a int);
CREATE TABLE guest.t (a int);
SELECT s.name, s.schema_id FROM sys.tables AS t JOIN sys.schemas AS s ON s.schema_id = t.schema_id ORDER BY s.schema_id;
SELECT name, schema_id FROM sys.schemas WHERE schema_id BETWEEN 5 AND 16383 ORDER BY schema_id;
GO
CREATE SCHEMA db_owner;
GO
CREATE SCHEMA guest;
GO
-- 3729: the schema isn't empty. 15150: the schema can't be dropped.
DROP SCHEMA db_owner;
GO
DROP SCHEMA guest;
GO
DROP TABLE db_owner.t, guest.t;
DROP SCHEMA second_of_users;
DROP SCHEMA db_owner;
DROP SCHEMA db_accessadmin;
GO
DROP SCHEMA guest;
GO
SELECT name FROM sys.schemas WHERE schema_id > 16383 ORDER BY schema_id;
GO
-- A schema that is made again is a user's.
CREATE SCHEMA db_owner AUTHORIZATION db_owner;
GO
SELECT name, schema_id, USER_NAME(principal_id) AS owner FROM sys.schemas WHERE name = 'db_owner';
GO
USE master;
DROP DATABASE roles_have_schemas;
GO
-- The system's databases have them, too.
SELECT (SELECT COUNT(*) FROM master.sys.schemas) AS in_master, (SELECT COUNT(*) FROM tempdb.sys.schemas) AS in_tempdb,
    (SELECT COUNT(*) FROM model.sys.schemas) AS in_model, (SELECT COUNT(*) FROM msdb.sys.schemas) AS in_msdb;
GO
-- The page: new databases lack a schema that was dropped from model.
USE model;
DROP SCHEMA db_denydatareader;
USE master;
CREATE DATABASE made_of_model;
GO
SELECT name, schema_id FROM made_of_model.sys.schemas WHERE schema_id > 16389 ORDER BY schema_id;
DROP DATABASE made_of_model;
GO
