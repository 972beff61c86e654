-- relational-databases/system-stored-procedures/sysmail-help-principalprofile-sp-transact-sql.md. No procedure adds a profile, so each id and name of one
-- is unknown.
CREATE PROCEDURE dbo.sysmail_help_principalprofile_sp @principal_id int = NULL, @principal_name sysname = NULL, @profile_id int = NULL, @profile_name sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @fault int = CASE
    WHEN @principal_id IS NULL AND @principal_name IS NULL THEN NULL
    WHEN EXISTS (SELECT * FROM msdb.sys.database_principals
                 WHERE principal_id = ISNULL(@principal_id, principal_id) AND name = ISNULL(@principal_name, name)) THEN NULL
    WHEN @principal_name IS NULL THEN 14606 WHEN @principal_id IS NULL THEN 14607 ELSE 14605 END;
IF @fault IS NOT NULL
BEGIN
    RAISERROR(@fault, 16, 1, N'principal');
    RETURN 1;
END;
SET @fault = CASE
    WHEN @profile_id IS NULL AND @profile_name IS NULL THEN NULL
    WHEN EXISTS (SELECT * FROM dbo.sysmail_profile WHERE profile_id = ISNULL(@profile_id, profile_id) AND name = ISNULL(@profile_name, name)) THEN NULL
    WHEN @profile_name IS NULL THEN 14606 WHEN @profile_id IS NULL THEN 14607 ELSE 14605 END;
IF @fault IS NOT NULL
BEGIN
    RAISERROR(@fault, 16, 1, N'profile');
    RETURN 1;
END;
SELECT u.principal_id, u.name AS principal_name, p.profile_id, p.name AS profile_name, m.is_default
FROM dbo.sysmail_principalprofile AS m JOIN dbo.sysmail_profile AS p ON p.profile_id = m.profile_id JOIN msdb.sys.database_principals AS u ON u.sid = m.principal_sid
WHERE (@principal_id IS NULL OR u.principal_id = @principal_id) AND (@principal_name IS NULL OR u.name = @principal_name)
  AND (@profile_id IS NULL OR p.profile_id = @profile_id) AND (@profile_name IS NULL OR p.name = @profile_name)
ORDER BY u.principal_id, p.profile_id;
RETURN 0;
