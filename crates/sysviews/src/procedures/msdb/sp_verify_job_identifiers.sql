-- Undocumented. Finds the job that a name or an id denotes, for the procedures that take either.
CREATE PROCEDURE dbo.sp_verify_job_identifiers @name_of_name_parameter varchar(60), @name_of_id_parameter varchar(60), @job_name sysname OUTPUT,
    @job_id uniqueidentifier OUTPUT
AS
SET NOCOUNT ON;
DECLARE @sought nvarchar(128) = ISNULL(@job_name, CONVERT(nvarchar(36), @job_id));
IF (@job_name IS NULL AND @job_id IS NULL) OR (@job_name IS NOT NULL AND @job_id IS NOT NULL)
BEGIN
    RAISERROR(14294, 16, 1, @name_of_id_parameter, @name_of_name_parameter);
    RETURN 1;
END;
IF @job_id IS NOT NULL
BEGIN
    SELECT @job_name = name FROM dbo.sysjobs WHERE job_id = @job_id;
    IF @job_name IS NULL
    BEGIN
        RAISERROR(14262, 16, 1, @name_of_id_parameter, @sought);
        RETURN 1;
    END;
    RETURN 0;
END;
SELECT @job_id = job_id FROM dbo.sysjobs WHERE name = RTRIM(@job_name);
IF @job_id IS NULL
BEGIN
    RAISERROR(14262, 16, 1, @name_of_name_parameter, @sought);
    RETURN 1;
END;
RETURN 0;
