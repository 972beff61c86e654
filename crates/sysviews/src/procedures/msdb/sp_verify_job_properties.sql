-- Checks what sp_add_job and sp_update_job store, and finds the ids of its names
-- (relational-databases/system-stored-procedures/sp-add-job-transact-sql.md).
CREATE PROCEDURE dbo.sp_verify_job_properties @enabled tinyint, @start_step_id int, @category_name sysname, @category_id int OUTPUT, @owner_login_name sysname,
    @owner_sid varbinary(85) OUTPUT, @notify_level_eventlog int, @notify_level_email int, @notify_level_netsend int, @notify_level_page int, @email_name sysname,
    @netsend_name sysname, @page_name sysname, @delete_level int, @email int OUTPUT, @netsend int OUTPUT, @page int OUTPUT
AS
SET NOCOUNT ON;
DECLARE @status int, @fault nvarchar(128), @values nvarchar(60) = N'0, 1, 2, 3', @id nvarchar(20) = CONVERT(nvarchar(20), @category_id);
SET @fault = CASE WHEN @notify_level_eventlog NOT BETWEEN 0 AND 3 THEN N'@notify_level_eventlog' WHEN @notify_level_email NOT BETWEEN 0 AND 3 THEN N'@notify_level_email'
                  WHEN @notify_level_netsend NOT BETWEEN 0 AND 3 THEN N'@notify_level_netsend' WHEN @notify_level_page NOT BETWEEN 0 AND 3 THEN N'@notify_level_page'
                  WHEN @delete_level NOT BETWEEN 0 AND 3 THEN N'@delete_level' END;
IF @fault IS NULL AND @enabled NOT IN (0, 1) SELECT @fault = N'@enabled', @values = N'0, 1';
IF @fault IS NULL AND @start_step_id < 1 SELECT @fault = N'@start_step_id', @values = N'1..';
IF @fault IS NOT NULL
BEGIN
    RAISERROR(14266, 16, 1, @fault, @values);
    RETURN 1;
END;
EXEC @status = dbo.sp_verify_category 1, @category_name, @category_id OUTPUT;
IF @status <> 0 RETURN 1;
SET @category_id = ISNULL(@category_id, 0);
IF NOT EXISTS (SELECT * FROM dbo.syscategories WHERE category_class = 1 AND category_id = @category_id)
BEGIN
    RAISERROR(14262, 16, 1, N'@category_id', @id);
    RETURN 1;
END;
SET @owner_sid = SUSER_SID(@owner_login_name);
IF @owner_sid IS NULL
BEGIN
    RAISERROR(14234, 16, 1, N'@owner_login_name', N'sp_helplogins [excluding Windows NT groups]');
    RETURN 1;
END;
SELECT @email = 0, @netsend = 0, @page = 0;
SELECT @email = id FROM dbo.sysoperators WHERE name = @email_name;
SELECT @netsend = id FROM dbo.sysoperators WHERE name = @netsend_name;
SELECT @page = id FROM dbo.sysoperators WHERE name = @page_name;
SET @fault = CASE WHEN @email_name > N'' AND @email = 0 THEN N'@notify_email_operator_name' WHEN @netsend_name > N'' AND @netsend = 0 THEN N'@notify_netsend_operator_name'
                  WHEN @page_name > N'' AND @page = 0 THEN N'@notify_page_operator_name' END;
IF @fault IS NOT NULL
BEGIN
    SET @values = CASE @fault WHEN N'@notify_email_operator_name' THEN @email_name WHEN N'@notify_netsend_operator_name' THEN @netsend_name ELSE @page_name END;
    RAISERROR(14262, 16, 1, @fault, @values);
    RETURN 1;
END;
RETURN 0;
