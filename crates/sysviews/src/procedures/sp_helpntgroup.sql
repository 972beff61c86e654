-- relational-databases/system-stored-procedures/sp-helpntgroup-transact-sql.md: a database has no groups of Windows.
CREATE PROCEDURE sys.sp_helpntgroup @ntname sysname = NULL
AS
SET NOCOUNT ON;
IF @ntname IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.database_principals WHERE type = 'G' AND name = @ntname)
BEGIN
    RAISERROR(15420, 16, 1, @ntname);
    RETURN 1;
END;
SELECT p.name AS NTGroupName, p.principal_id AS NTGroupId, p.sid AS SID, CAST(1 AS int) AS HasDbAccess
FROM sys.database_principals AS p WHERE p.type = 'G' AND (@ntname IS NULL OR p.name = @ntname) ORDER BY p.name;
RETURN 0;
