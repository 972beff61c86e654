-- relational-databases/system-stored-procedures/sysmail-help-configure-sp-transact-sql.md
CREATE PROCEDURE dbo.sysmail_help_configure_sp @parameter_name nvarchar(256) = NULL, @parameter_value nvarchar(256) = NULL OUTPUT
AS
SET NOCOUNT ON;
IF @parameter_name IS NULL
    SELECT paramname, paramvalue, description FROM dbo.sysmail_configuration ORDER BY paramname;
ELSE
    SET @parameter_value = (SELECT paramvalue FROM dbo.sysmail_configuration WHERE paramname = @parameter_name);
RETURN 0;
