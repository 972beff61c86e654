-- Checks what sp_add_jobstep and sp_update_jobstep store (relational-databases/system-stored-procedures/sp-add-jobstep-transact-sql.md).
CREATE PROCEDURE dbo.sp_verify_jobstep @job_id uniqueidentifier, @step_id int, @step_name sysname, @subsystem nvarchar(40) OUTPUT, @on_success_action tinyint,
    @on_fail_action tinyint, @database_name sysname OUTPUT, @flags int, @proxy_id int, @proxy_name sysname
AS
SET NOCOUNT ON;
DECLARE @known nvarchar(40), @fault nvarchar(60), @id nvarchar(20) = CONVERT(nvarchar(20), @proxy_id);
SET @step_name = LTRIM(RTRIM(@step_name));
IF EXISTS (SELECT * FROM dbo.sysjobsteps WHERE job_id = @job_id AND step_name = @step_name AND (@step_id IS NULL OR step_id <> @step_id))
BEGIN
    RAISERROR(14261, 16, 1, N'@step_name', @step_name);
    RETURN 1;
END;
SELECT @known = s.name
FROM (VALUES (N'ActiveScripting'), (N'CmdExec'), (N'Distribution'), (N'Snapshot'), (N'LogReader'), (N'Merge'), (N'QueueReader'), (N'ANALYSISQUERY'), (N'ANALYSISCOMMAND'),
             (N'SSIS'), (N'Dts'), (N'PowerShell'), (N'TSQL')) AS s(name) WHERE s.name = LTRIM(RTRIM(@subsystem));
IF @known IS NULL
BEGIN
    RAISERROR(14234, 16, 1, N'@subsystem', N'sp_enum_sqlagent_subsystems');
    RETURN 1;
END;
SET @subsystem = @known;
SET @fault = CASE WHEN @on_success_action NOT BETWEEN 1 AND 4 THEN N'@on_success_action' WHEN @on_fail_action NOT BETWEEN 1 AND 4 THEN N'@on_fail_action' END;
IF @fault IS NOT NULL
BEGIN
    RAISERROR(14266, 16, 1, @fault, N'1, 2, 3, 4');
    RETURN 1;
END;
IF @known = N'TSQL'
BEGIN
    SET @database_name = ISNULL(@database_name, N'master');
    IF DB_ID(@database_name) IS NULL
    BEGIN
        RAISERROR(14262, 16, 1, N'@database_name', @database_name);
        RETURN 1;
    END;
END;
IF @proxy_name IS NOT NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@proxy_name', @proxy_name);
    RETURN 1;
END;
IF @proxy_id IS NOT NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@proxy_id', @id);
    RETURN 1;
END;
RETURN 0;
