-- docs/t-sql/statements/alter-database-scoped-configuration-transact-sql.md: MAXDOP of a database overrides max degree of parallelism unless it is 0;
-- docs/relational-databases/system-catalog-views/sys-database-scoped-configurations-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 1;
SELECT configuration_id, name, value, is_value_default FROM sys.database_scoped_configurations WHERE name = 'MAXDOP';
GO
-- @restart
USE D;
SELECT value, is_value_default FROM sys.database_scoped_configurations WHERE name = 'MAXDOP';
SELECT value, is_value_default FROM master.sys.database_scoped_configurations WHERE name = 'MAXDOP';
ALTER DATABASE SCOPED CONFIGURATION FOR SECONDARY SET MAXDOP = PRIMARY;
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 0;
SELECT value, is_value_default FROM sys.database_scoped_configurations WHERE name = 'MAXDOP';
GO
ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 40000;
GO
ALTER DATABASE SCOPED CONFIGURATION FOR SECONDARY SET MAXDOP = 2;
GO
USE master;
DROP DATABASE D;
GO
