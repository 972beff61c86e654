-- relational-databases/system-stored-procedures/sysmail-help-profileaccount-sp-transact-sql.md. No procedure adds a profile or an account, so each id and
-- name is unknown.
CREATE PROCEDURE dbo.sysmail_help_profileaccount_sp @profile_id int = NULL, @profile_name sysname = NULL, @account_id int = NULL, @account_name sysname = NULL
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
SET @fault = CASE
    WHEN @account_id IS NULL AND @account_name IS NULL THEN NULL
    WHEN EXISTS (SELECT * FROM dbo.sysmail_account WHERE account_id = ISNULL(@account_id, account_id) AND name = ISNULL(@account_name, name)) THEN NULL
    WHEN @account_name IS NULL THEN 14606 WHEN @account_id IS NULL THEN 14607 ELSE 14605 END;
IF @fault IS NOT NULL
BEGIN
    RAISERROR(@fault, 16, 1, N'account');
    RETURN 1;
END;
SELECT p.profile_id, p.name AS profile_name, a.account_id, a.name AS account_name, m.sequence_number
FROM dbo.sysmail_profileaccount AS m JOIN dbo.sysmail_profile AS p ON p.profile_id = m.profile_id JOIN dbo.sysmail_account AS a ON a.account_id = m.account_id
WHERE (@profile_id IS NULL OR p.profile_id = @profile_id) AND (@profile_name IS NULL OR p.name = @profile_name)
  AND (@account_id IS NULL OR a.account_id = @account_id) AND (@account_name IS NULL OR a.name = @account_name)
ORDER BY p.profile_id, m.sequence_number;
RETURN 0;
