-- Undocumented. Finds the schedule that a name or an id denotes, for the procedures that take either.
CREATE PROCEDURE dbo.sp_verify_schedule_identifiers @name_of_name_parameter varchar(60), @name_of_id_parameter varchar(60), @schedule_name sysname OUTPUT,
    @schedule_id int OUTPUT
AS
SET NOCOUNT ON;
DECLARE @sought nvarchar(128) = ISNULL(@schedule_name, CONVERT(nvarchar(20), @schedule_id));
IF (@schedule_name IS NULL AND @schedule_id IS NULL) OR (@schedule_name IS NOT NULL AND @schedule_id IS NOT NULL)
BEGIN
    RAISERROR(14373, 16, 1, @name_of_id_parameter, @name_of_name_parameter);
    RETURN 1;
END;
IF @schedule_id IS NOT NULL
BEGIN
    SELECT @schedule_name = name FROM dbo.sysschedules WHERE schedule_id = @schedule_id;
    IF @schedule_name IS NULL
    BEGIN
        RAISERROR(14262, 16, 1, @name_of_id_parameter, @sought);
        RETURN 1;
    END;
    RETURN 0;
END;
IF (SELECT COUNT(*) FROM dbo.sysschedules WHERE name = @schedule_name) > 1
BEGIN
    RAISERROR(14371, 16, 1, @schedule_name, @name_of_id_parameter, @name_of_name_parameter);
    RETURN 1;
END;
SELECT @schedule_id = schedule_id FROM dbo.sysschedules WHERE name = @schedule_name;
IF @schedule_id IS NULL
BEGIN
    RAISERROR(14262, 16, 1, @name_of_name_parameter, @sought);
    RETURN 1;
END;
RETURN 0;
