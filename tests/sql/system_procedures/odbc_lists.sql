-- relational-databases/system-stored-procedures/sp-tables-transact-sql.md, sp-columns-transact-sql.md, sp-stored-procedures-transact-sql.md,
-- sp-sproc-columns-transact-sql.md, sp-statistics-transact-sql.md; odbc/reference/syntax/sqltables-function.md: the lists of catalogs,
-- schemas and table types, and the objects of the system, which can be queried in every database.
CREATE DATABASE Lists;
GO
USE Lists;
CREATE TABLE dbo.goods(id int CONSTRAINT PK_goods PRIMARY KEY, name varchar(20));
INSERT dbo.goods VALUES (1, 'one'), (2, 'two');
GO
SET NOCOUNT ON;
CREATE TABLE #tables(qualifier sysname NULL, owner sysname NULL, name sysname NULL, type varchar(32) NULL, remarks varchar(254) NULL);
INSERT #tables EXEC sp_tables N'', N'', N'%', NULL;
SELECT qualifier, owner, name, type FROM #tables WHERE qualifier IN (N'Lists', N'master') ORDER BY qualifier;
DELETE #tables;
INSERT #tables EXEC sp_tables N'', N'%', N'', NULL;
SELECT qualifier, owner, name, type FROM #tables WHERE owner IN (N'dbo', N'sys') ORDER BY owner;
GO
EXEC sp_tables N'', N'', N'', '%';
EXEC sp_tables N'schemas', N'sys';
EXEC sp_tables @table_name = N'goods';
EXEC sp_tables N'TABLES', N'INFORMATION_SCHEMA', N'Lists', '''VIEW''';
EXEC sp_columns 'schemas', 'sys';
EXEC sp_columns_100 'schemas', 'sys', NULL, 'schema%', @ODBCVer = 3;
EXEC sp_stored_procedures 'sp_pkeys';
EXEC sp_sproc_columns 'sp_pkeys', 'sys';
GO
-- Another database than the current one can't be listed.
EXEC sp_tables @table_qualifier = N'master';
GO
-- E counts rows and pages.
EXEC sp_statistics 'goods';
EXEC sp_statistics 'goods', @accuracy = 'E';
GO
-- The table of the database owner is found by a user with another default schema.
CREATE USER reader WITHOUT LOGIN WITH DEFAULT_SCHEMA = guest;
GRANT SELECT ON dbo.goods TO reader;
EXECUTE AS USER = 'reader';
EXEC sp_pkeys 'goods';
EXEC sp_special_columns 'goods';
REVERT;
GO
