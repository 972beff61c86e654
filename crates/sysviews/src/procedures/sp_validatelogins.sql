-- relational-databases/system-stored-procedures/sp-validatelogins-transact-sql.md: no login is mapped to Windows.
CREATE PROCEDURE sys.sp_validatelogins
AS
SET NOCOUNT ON;
SELECT CAST(NULL AS varbinary(85)) AS SID, CAST(NULL AS sysname) AS [NT Login] WHERE 1 = 0;
RETURN 0;
