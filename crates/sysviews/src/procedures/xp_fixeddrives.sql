-- Undocumented; programs ask it for the free megabytes of each drive, which sys.dm_os_volume_stats has. As with SQL Server on Linux, the
-- only drive is C, here the volume of master.
CREATE PROCEDURE sys.xp_fixeddrives
AS
SET NOCOUNT ON;
SELECT CAST('C' AS nchar(1)) AS drive, CAST(v.available_bytes / 1048576 AS int) AS [MB free] FROM sys.dm_os_volume_stats(1, 1) AS v;
RETURN 0;
