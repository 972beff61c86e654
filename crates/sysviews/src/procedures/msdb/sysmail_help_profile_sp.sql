-- relational-databases/system-stored-procedures/sysmail-help-profile-sp-transact-sql.md. No procedure adds a profile, so each id and name is unknown.
CREATE PROCEDURE dbo.sysmail_help_profile_sp @profile_id int = NULL, @profile_name sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @fault int = CASE
    WHEN @profile_id IS NULL AND @profile_name IS NULL THEN NULL
    WHEN EXISTS (SELECT * FROM dbo.sysmail_profile WHERE profile_id = ISNULL(@profile_id, profile_id) AND name = ISNULL(@profile_name, name)) THEN NULL
    WHEN @profile_name IS NULL THEN 14606 WHEN @profile_id IS NULL THEN 14607 ELSE 14605 END;
IF @fault IS NOT NULL
BEGIN
    RAISERROR(@fault, 16, 1, N'profile');
    RETURN 1;
END;
SELECT profile_id, name, description
FROM dbo.sysmail_profile
WHERE (@profile_id IS NULL OR profile_id = @profile_id) AND (@profile_name IS NULL OR name = @profile_name)
ORDER BY profile_id;
RETURN 0;
