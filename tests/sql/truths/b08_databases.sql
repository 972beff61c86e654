-- docs/relational-databases/errors-events/database-engine-events-and-errors-1000-to-1999.md (1801), -0-to-999.md (226, 911),
-- -3000-to-3999.md (3013, 3701), -5000-to-5999.md (5011, 5069). CREATE and DROP DATABASE that fail end their statement alone; USE of
-- a database that is not there ends the batch.
CREATE DATABASE E;
GO
CREATE DATABASE E;
PRINT 'goes on';
DROP DATABASE nothing;
PRINT 'goes on';
BEGIN TRY
    CREATE DATABASE E;
END TRY
BEGIN CATCH
    PRINT CONCAT('caught ', ERROR_NUMBER(), ', state ', XACT_STATE());
END CATCH;
ALTER DATABASE nothing SET RECOVERY SIMPLE;
PRINT 'goes on';
GO
BACKUP DATABASE tempdb TO DISK = 'NUL';
PRINT 'goes on';
USE nothing;
PRINT 'not reached';
GO
-- XACT_ABORT does not escalate 3701.
SET XACT_ABORT ON;
BEGIN TRANSACTION;
DROP VIEW nothing;
PRINT CONCAT('3701 leaves ', @@TRANCOUNT);
USE nothing;
GO
PRINT CONCAT('911 leaves ', @@TRANCOUNT);
CREATE DATABASE F;
GO
PRINT CONCAT('226 leaves ', @@TRANCOUNT);
