-- relational-databases/system-stored-procedures/sp-helpdevice-transact-sql.md
CREATE PROCEDURE sys.sp_helpdevice @devname sysname = NULL
AS
SET NOCOUNT ON;
IF @devname IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.backup_devices WHERE name = @devname)
BEGIN
    RAISERROR(15012, 16, 1, @devname);
    RETURN 1;
END;
SELECT name AS device_name, CAST(physical_name AS nvarchar(260)) AS physical_name, CAST(type_desc AS nvarchar(255)) AS description,
       CAST(type AS int) AS status, CAST(type AS smallint) AS cntrltype, CAST(0 AS int) AS size
FROM sys.backup_devices WHERE @devname IS NULL OR name = @devname;
RETURN 0;
