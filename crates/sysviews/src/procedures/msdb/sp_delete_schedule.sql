-- relational-databases/system-stored-procedures/sp-delete-schedule-transact-sql.md
CREATE PROCEDURE dbo.sp_delete_schedule @schedule_id int = NULL, @schedule_name sysname = NULL, @force_delete bit = 0, @automatic_post bit = 1
AS
SET NOCOUNT ON;
DECLARE @status int;
EXEC @status = dbo.sp_verify_schedule_identifiers '@schedule_name', '@schedule_id', @schedule_name OUTPUT, @schedule_id OUTPUT;
IF @status <> 0 RETURN 1;
IF @force_delete = 0 AND EXISTS (SELECT * FROM dbo.sysjobschedules WHERE schedule_id = @schedule_id)
BEGIN
    RAISERROR(14372, 16, 1);
    RETURN 1;
END;
BEGIN TRANSACTION;
DELETE dbo.sysjobschedules WHERE schedule_id = @schedule_id;
DELETE dbo.sysschedules WHERE schedule_id = @schedule_id;
COMMIT TRANSACTION;
RETURN 0;
