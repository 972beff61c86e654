-- docs/relational-databases/system-stored-procedures/sp-pkeys-transact-sql.md and sp-fkeys-transact-sql.md: "If pktable_owner isn't specified, the default
-- table visibility rules of the underlying DBMS apply"; ODBC's clients say so by an empty name.
SET NOCOUNT ON;
CREATE DATABASE k;
GO
USE k;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.p (id int CONSTRAINT pkp PRIMARY KEY);
CREATE TABLE dbo.c (id int CONSTRAINT fkc REFERENCES dbo.p);
EXEC sp_pkeys @table_name = 'p', @table_owner = '';
EXEC sp_fkeys @pktable_name = 'p', @pktable_owner = '', @fktable_name = NULL, @fktable_owner = '';
GO
