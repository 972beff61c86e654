-- relational-databases/system-stored-procedures/sp-addtype-transact-sql.md, sp-droptype-transact-sql.md, xp-cmdshell-transact-sql.md,
-- sp-oacreate-transact-sql.md, database-engine/configure-windows/server-configuration-options-sql-server.md: components without a mechanism are off.
EXEC sp_addtype ssn, 'varchar(11)', 'NOT NULL'
EXEC sp_addtype birthday, datetime, 'NULL'
EXEC sp_addtype @typename = N'amount', @phystype = N'decimal (9, 2)'
SELECT name, TYPE_NAME(system_type_id) AS base, max_length, precision, scale, is_nullable FROM sys.types WHERE is_user_defined = 1 ORDER BY name
GO
EXEC sp_addtype broken, 'int; SELECT 1'
GO
EXEC sp_addtype broken, 'nothing(3)'
GO
EXEC sp_addtype broken, 'int', 'perhaps'
GO
EXEC sp_droptype 'ssn'
EXEC sp_droptype 'birthday'
EXEC sp_droptype 'amount'
SELECT COUNT(*) AS left_over FROM sys.types WHERE is_user_defined = 1
GO
EXEC sp_droptype 'ssn'
GO
EXEC xp_cmdshell 'dir'
GO
EXEC master..xp_cmdshell N'dir', no_output
GO
DECLARE @object int
EXEC sp_OACreate 'Scripting.FileSystemObject', @object OUT
GO
EXEC sp_configure 'show advanced options', 1
RECONFIGURE
GO
EXEC sp_configure 'xp_cmdshell', 1
GO
EXEC sp_configure 'max worker threads', 512
GO
EXEC sp_configure 'max degree of parallelism', 0
EXEC sp_configure 'nested triggers'
SELECT COUNT(*) AS options FROM sys.configurations
SELECT name FROM sys.configurations WHERE value_in_use < minimum OR value_in_use > maximum ORDER BY name
EXEC sp_configure 'show advanced options', 0
RECONFIGURE
GO
SELECT @@MICROSOFTVERSION AS number, @@MICROSOFTVERSION / 0x01000000 AS major, SERVERPROPERTY('MachineName') AS machine, SERVERPROPERTY('ResourceVersion') AS resource
