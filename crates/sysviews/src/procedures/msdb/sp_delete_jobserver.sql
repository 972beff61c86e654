-- relational-databases/system-stored-procedures/sp-delete-jobserver-transact-sql.md
CREATE PROCEDURE dbo.sp_delete_jobserver @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @server_name sysname
AS
SET NOCOUNT ON;
DECLARE @status int, @own sysname = CONVERT(sysname, SERVERPROPERTY('ServerName'));
EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
IF @status <> 0 RETURN 1;
IF UPPER(@server_name) NOT IN (N'(LOCAL)', UPPER(@own))
BEGIN
    RAISERROR(14262, 16, 1, N'@server_name', @server_name);
    RETURN 1;
END;
IF NOT EXISTS (SELECT * FROM dbo.sysjobservers WHERE job_id = @job_id AND server_id = 0)
BEGIN
    RAISERROR(14270, 16, 1, @job_name, @own);
    RETURN 1;
END;
DELETE dbo.sysjobservers WHERE job_id = @job_id AND server_id = 0;
RETURN 0;
