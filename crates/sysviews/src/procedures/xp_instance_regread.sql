-- Undocumented, but programs ask it for the folders of an instance
-- (t-sql/functions/serverproperty-transact-sql.md has the same facts). There is no registry: another value doesn't exist.
CREATE PROCEDURE sys.xp_instance_regread @rootkey nvarchar(128), @key nvarchar(512), @value_name nvarchar(512), @value nvarchar(4000) = N'' OUTPUT,
    @no_output varchar(9) = NULL
AS
SET NOCOUNT ON;
DECLARE @shows bit = CASE WHEN @value = N'' AND @no_output IS NULL THEN 1 ELSE 0 END;
SET @value = CASE LOWER(@value_name) WHEN N'defaultdata' THEN CAST(SERVERPROPERTY('InstanceDefaultDataPath') AS nvarchar(4000))
                                     WHEN N'defaultlog' THEN CAST(SERVERPROPERTY('InstanceDefaultLogPath') AS nvarchar(4000))
                                     WHEN N'backupdirectory' THEN CAST(SERVERPROPERTY('InstanceDefaultBackupPath') AS nvarchar(4000))
                                     WHEN N'loginmode' THEN N'2' END;
IF @value IS NOT NULL AND @shows = 1 SELECT @value_name AS Value, @value AS Data;
RETURN 0;
