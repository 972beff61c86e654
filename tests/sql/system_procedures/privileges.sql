-- relational-databases/system-stored-procedures/sp-table-privileges-transact-sql.md, sp-column-privileges-transact-sql.md: the owner's privileges and
-- all grants, with their grantors. A privilege for columns is one of the table. What is denied is none.
CREATE DATABASE G;
GO
USE G;
CREATE USER ann WITHOUT LOGIN;
CREATE USER bob WITHOUT LOGIN;
GO
CREATE SCHEMA s AUTHORIZATION ann;
GO
CREATE TABLE s.Contacts (id int, name varchar(20));
CREATE TABLE dbo.Contact (id int, name varchar(20));
GRANT SELECT, INSERT ON dbo.Contact TO ann;
GRANT UPDATE ON dbo.Contact TO ann WITH GRANT OPTION;
GRANT SELECT (id), REFERENCES (name) ON dbo.Contact TO bob;
GRANT DELETE ON dbo.Contact TO public;
GRANT ALTER ON dbo.Contact TO bob;
DENY INSERT ON dbo.Contact TO bob;
EXECUTE AS USER = 'ann';
GRANT UPDATE ON dbo.Contact TO bob;
REVERT;
GO
EXEC sp_table_privileges @table_name = 'Contact';
EXEC sp_table_privileges @table_name = 'Contact%', @table_owner = 's';
GO
EXEC sp_column_privileges @table_name = 'Contact', @column_name = 'id';
EXEC sp_column_privileges @table_name = 'Contact', @table_owner = 'dbo', @table_qualifier = 'G', @column_name = 'name';
GO
