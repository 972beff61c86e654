-- relational-databases/system-stored-procedures/sp-update-job-transact-sql.md. An omitted parameter keeps the setting.
CREATE PROCEDURE dbo.sp_update_job @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @new_name sysname = NULL, @enabled tinyint = NULL,
    @description nvarchar(512) = NULL, @start_step_id int = NULL, @category_name sysname = NULL, @owner_login_name sysname = NULL, @notify_level_eventlog int = NULL,
    @notify_level_email int = NULL, @notify_level_netsend int = NULL, @notify_level_page int = NULL, @notify_email_operator_name sysname = NULL,
    @notify_netsend_operator_name sysname = NULL, @notify_page_operator_name sysname = NULL, @delete_level int = NULL, @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int, @email int, @netsend int, @page int, @owner_sid varbinary(85), @category_id int;
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SET @new_name = LTRIM(RTRIM(@new_name));
IF EXISTS (SELECT * FROM dbo.sysjobs WHERE name = @new_name AND job_id <> @job_id)
BEGIN
    RAISERROR(14261, 16, 1, N'@name', @new_name);
    RETURN 1;
END;
SELECT @category_id = category_id, @owner_login_name = ISNULL(@owner_login_name, SUSER_SNAME(owner_sid)) FROM dbo.sysjobs WHERE job_id = @job_id;
EXEC @status = dbo.sp_verify_job_properties @enabled, @start_step_id, @category_name, @category_id OUTPUT, @owner_login_name, @owner_sid OUTPUT, @notify_level_eventlog,
     @notify_level_email, @notify_level_netsend, @notify_level_page, @notify_email_operator_name, @notify_netsend_operator_name, @notify_page_operator_name,
     @delete_level, @email OUTPUT, @netsend OUTPUT, @page OUTPUT;
IF @status <> 0 RETURN 1;
UPDATE dbo.sysjobs
SET name = ISNULL(@new_name, name), enabled = ISNULL(@enabled, enabled), description = ISNULL(@description, description), start_step_id = ISNULL(@start_step_id, start_step_id),
    category_id = @category_id, owner_sid = @owner_sid, notify_level_eventlog = ISNULL(@notify_level_eventlog, notify_level_eventlog),
    notify_level_email = ISNULL(@notify_level_email, notify_level_email), notify_level_netsend = ISNULL(@notify_level_netsend, notify_level_netsend),
    notify_level_page = ISNULL(@notify_level_page, notify_level_page),
    notify_email_operator_id = CASE WHEN @notify_email_operator_name IS NULL THEN notify_email_operator_id ELSE @email END,
    notify_netsend_operator_id = CASE WHEN @notify_netsend_operator_name IS NULL THEN notify_netsend_operator_id ELSE @netsend END,
    notify_page_operator_id = CASE WHEN @notify_page_operator_name IS NULL THEN notify_page_operator_id ELSE @page END,
    delete_level = ISNULL(@delete_level, delete_level), date_modified = GETDATE(), version_number = version_number + 1
WHERE job_id = @job_id;
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
