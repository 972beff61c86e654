-- relational-databases/system-stored-procedures/sp-add-job-transact-sql.md. Jobs are stored; nothing runs them.
CREATE PROCEDURE dbo.sp_add_job @job_name sysname, @enabled tinyint = 1, @description nvarchar(512) = NULL, @start_step_id int = 1, @category_name sysname = NULL,
    @category_id int = NULL, @owner_login_name sysname = NULL, @notify_level_eventlog int = 2, @notify_level_email int = 0, @notify_level_netsend int = 0,
    @notify_level_page int = 0, @notify_email_operator_name sysname = NULL, @notify_netsend_operator_name sysname = NULL, @notify_page_operator_name sysname = NULL,
    @delete_level int = 0, @job_id uniqueidentifier = NULL OUTPUT, @originating_server sysname = NULL
AS
SET NOCOUNT ON;
EXEC dbo.sp_create_agent_tables;
DECLARE @status int, @email int, @netsend int, @page int, @owner_sid varbinary(85);
SELECT @job_name = LTRIM(RTRIM(@job_name)), @owner_login_name = ISNULL(@owner_login_name, SUSER_SNAME()), @job_id = NULL;
IF EXISTS (SELECT * FROM dbo.sysjobs WHERE name = @job_name)
BEGIN
    RAISERROR(14261, 16, 1, N'@name', @job_name);
    RETURN 1;
END;
IF @job_name LIKE N'%[%]%' OR @job_name = N''
BEGIN
    RAISERROR(14287, 16, 1, N'@job_name', N'name');
    RETURN 1;
END;
EXEC @status = dbo.sp_verify_job_properties @enabled, @start_step_id, @category_name, @category_id OUTPUT, @owner_login_name, @owner_sid OUTPUT, @notify_level_eventlog,
     @notify_level_email, @notify_level_netsend, @notify_level_page, @notify_email_operator_name, @notify_netsend_operator_name, @notify_page_operator_name,
     @delete_level, @email OUTPUT, @netsend OUTPUT, @page OUTPUT;
IF @status <> 0 RETURN 1;
SET @job_id = NEWID();
INSERT dbo.sysjobs (job_id, originating_server_id, name, enabled, description, start_step_id, category_id, owner_sid, notify_level_eventlog, notify_level_email,
    notify_level_netsend, notify_level_page, notify_email_operator_id, notify_netsend_operator_id, notify_page_operator_id, delete_level, date_created, date_modified,
    version_number)
VALUES (@job_id, 0, @job_name, @enabled, ISNULL(@description, N'No description available.'), @start_step_id, @category_id, @owner_sid, @notify_level_eventlog,
    @notify_level_email, @notify_level_netsend, @notify_level_page, @email, @netsend, @page, @delete_level, GETDATE(), GETDATE(), 1);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
