-- docs/relational-databases/system-stored-procedures/sp-db-vardecimal-storage-format-transact-sql.md: scripts of databases call it; user databases are
-- always enabled, and ON and OFF have no effect.
CREATE DATABASE D;
GO
EXEC sys.sp_db_vardecimal_storage_format N'D', N'ON';
EXEC sp_db_vardecimal_storage_format 'D', 'off';
EXEC sp_db_vardecimal_storage_format 'D';
GO
DECLARE @status int;
EXEC @status = sp_db_vardecimal_storage_format 'nowhere', 'ON';
SELECT @status AS status;
GO
EXEC sp_db_vardecimal_storage_format 'D', 'yes';
GO
