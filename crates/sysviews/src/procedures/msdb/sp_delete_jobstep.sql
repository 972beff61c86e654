-- relational-databases/system-stored-procedures/sp-delete-jobstep-transact-sql.md. Step 0 stands for all steps.
CREATE PROCEDURE dbo.sp_delete_jobstep @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @step_id int
AS
SET NOCOUNT ON;
DECLARE @status int, @last int, @text nvarchar(20);
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT @last = ISNULL(MAX(step_id), 0) FROM dbo.sysjobsteps WHERE job_id = @job_id;
IF @step_id NOT BETWEEN 0 AND @last
BEGIN
    SET @text = N'0 (all steps) ..' + CONVERT(nvarchar(11), @last);
    RAISERROR(14266, 16, 1, N'@step_id', @text);
    RETURN 1;
END;
BEGIN TRANSACTION;
DELETE dbo.sysjobsteps WHERE job_id = @job_id AND (@step_id = 0 OR step_id = @step_id);
-- References to the deleted step become the default action; references to later steps follow them.
UPDATE dbo.sysjobsteps
SET step_id = CASE WHEN step_id > @step_id THEN step_id - 1 ELSE step_id END,
    on_success_action = CASE WHEN on_success_action = 4 AND on_success_step_id = @step_id THEN 1 ELSE on_success_action END,
    on_success_step_id = CASE WHEN on_success_step_id = @step_id THEN 0 WHEN on_success_step_id > @step_id THEN on_success_step_id - 1 ELSE on_success_step_id END,
    on_fail_action = CASE WHEN on_fail_action = 4 AND on_fail_step_id = @step_id THEN 2 ELSE on_fail_action END,
    on_fail_step_id = CASE WHEN on_fail_step_id = @step_id THEN 0 WHEN on_fail_step_id > @step_id THEN on_fail_step_id - 1 ELSE on_fail_step_id END
WHERE job_id = @job_id AND @step_id > 0;
UPDATE dbo.sysjobs SET version_number = version_number + 1, date_modified = GETDATE(), start_step_id = CASE WHEN start_step_id >= @last THEN 1 ELSE start_step_id END
WHERE job_id = @job_id;
COMMIT TRANSACTION;
RETURN 0;
