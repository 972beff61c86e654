-- relational-databases/system-stored-procedures/sp-help-jobcount-transact-sql.md
CREATE PROCEDURE dbo.sp_help_jobcount @schedule_name sysname = NULL, @schedule_id int = NULL
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_schedule_identifiers '@schedule_name', '@schedule_id', @schedule_name OUTPUT, @schedule_id OUTPUT;
IF @status <> 0 RETURN 1;
SELECT COUNT(*) AS JobCount FROM dbo.sysjobschedules WHERE schedule_id = @schedule_id;
RETURN 0;
