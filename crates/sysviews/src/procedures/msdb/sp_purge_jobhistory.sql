-- relational-databases/system-stored-procedures/sp-purge-jobhistory-transact-sql.md. There is no history, because no job runs.
CREATE PROCEDURE dbo.sp_purge_jobhistory @job_name sysname = NULL, @job_id uniqueidentifier = NULL, @oldest_date datetime = NULL
AS
SET NOCOUNT ON;
DECLARE @status int = 0;
IF @job_name IS NOT NULL OR @job_id IS NOT NULL
    EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
PRINT N'0 history entries purged.';
RETURN 0;
