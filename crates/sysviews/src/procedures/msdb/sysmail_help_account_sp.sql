-- relational-databases/system-stored-procedures/sysmail-help-account-sp-transact-sql.md. No procedure adds an account, so each id and name is unknown.
CREATE PROCEDURE dbo.sysmail_help_account_sp @account_id int = NULL, @account_name sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @fault int = CASE
    WHEN @account_id IS NULL AND @account_name IS NULL THEN NULL
    WHEN EXISTS (SELECT * FROM dbo.sysmail_account WHERE account_id = ISNULL(@account_id, account_id) AND name = ISNULL(@account_name, name)) THEN NULL
    WHEN @account_name IS NULL THEN 14606 WHEN @account_id IS NULL THEN 14607 ELSE 14605 END;
IF @fault IS NOT NULL
BEGIN
    RAISERROR(@fault, 16, 1, N'account');
    RETURN 1;
END;
SELECT a.account_id, a.name, a.description, a.email_address, a.display_name, a.replyto_address, s.servertype, s.servername, s.port, s.username, s.use_default_credentials, s.enable_ssl
FROM dbo.sysmail_account AS a JOIN dbo.sysmail_server AS s ON s.account_id = a.account_id
WHERE (@account_id IS NULL OR a.account_id = @account_id) AND (@account_name IS NULL OR a.name = @account_name)
ORDER BY a.account_id;
RETURN 0;
