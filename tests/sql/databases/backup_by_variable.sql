-- docs/t-sql/statements/backup-transact-sql.md: "{ database_name | @database_name_var }"; "{ DISK | TAPE | URL } = { 'physical_device_name' |
-- @physical_device_name_var }". NUL discards what is sent to it, with the colon of a device too (known behaviour).
CREATE DATABASE B;
GO
DECLARE @db sysname = N'B', @file nvarchar(260) = N'NUL';
BACKUP DATABASE @db TO DISK = 'NUL';
BACKUP DATABASE @db TO DISK = @file WITH INIT;
BACKUP DATABASE B TO DISK = @file, DISK = N'nul:';
BACKUP LOG @db TO DISK = @file;
GO
DECLARE @db sysname, @file nvarchar(260) = N'/somewhere/b.bak';
BACKUP DATABASE @db TO DISK = 'NUL';
GO
DECLARE @db sysname = N'B', @file nvarchar(260) = N'/somewhere/b.bak';
BACKUP DATABASE @db TO DISK = @file;
GO
BACKUP DATABASE @missing TO DISK = 'NUL';
GO
-- The permission is that on the database named.
CREATE LOGIN reader WITH PASSWORD = 'Pa55word!';
GO
EXECUTE AS LOGIN = 'reader';
DECLARE @db sysname = N'B';
BACKUP DATABASE @db TO DISK = 'NUL';
GO
REVERT;
GO
