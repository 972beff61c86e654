-- Committed extended properties are there after a crash, uncommitted changes are not
-- (docs/relational-databases/system-stored-procedures/sp-addextendedproperty-transact-sql.md).
CREATE DATABASE D
GO
USE D
CREATE TABLE dbo.t (a int, b int)
GO
DECLARE @long nvarchar(4000) = REPLICATE(N'x', 3750)
EXEC sp_addextendedproperty N'long', @long, 'SCHEMA', 'dbo', 'TABLE', 't'
EXEC sp_addextendedproperty N'short', 1.50, 'SCHEMA', 'dbo', 'TABLE', 't', 'COLUMN', 'b'
EXEC sp_addextendedproperty N'of a', 1, 'SCHEMA', 'dbo', 'TABLE', 't', 'COLUMN', 'a'
EXEC sp_addextendedproperty N'empty', NULL
ALTER TABLE dbo.t DROP COLUMN a
BEGIN TRANSACTION
EXEC sp_dropextendedproperty N'empty'
EXEC sp_addextendedproperty N'open', 1
GO
-- @crash
USE D
SELECT class, minor_id, name, DATALENGTH(value) AS bytes, SQL_VARIANT_PROPERTY(value, 'BaseType') AS type FROM sys.extended_properties ORDER BY class, minor_id
EXEC sp_updateextendedproperty N'long', 2, 'SCHEMA', 'dbo', 'TABLE', 't'
DROP TABLE dbo.t
GO
-- @crash
USE D
SELECT class, name, value FROM sys.extended_properties
