-- Checks what sp_add_schedule and sp_update_schedule store (relational-databases/system-stored-procedures/sp-add-schedule-transact-sql.md).
CREATE PROCEDURE dbo.sp_verify_schedule @enabled tinyint, @freq_type int, @freq_interval int, @freq_subday_type int, @freq_relative_interval int,
    @freq_recurrence_factor int, @active_start_date int, @active_end_date int, @active_start_time int, @active_end_time int, @owner_login_name sysname,
    @owner_sid varbinary(85) OUTPUT
AS
SET NOCOUNT ON;
DECLARE @fault nvarchar(60), @values nvarchar(60);
IF @enabled NOT IN (0, 1) SELECT @fault = N'@enabled', @values = N'0, 1';
ELSE IF @freq_type NOT IN (1, 4, 8, 16, 32, 64, 128) SELECT @fault = N'@freq_type', @values = N'1, 4, 8, 16, 32, 64, 128';
ELSE IF @freq_type = 4 AND @freq_interval < 1 SELECT @fault = N'@freq_interval', @values = N'1..';
ELSE IF @freq_type = 8 AND @freq_interval NOT BETWEEN 1 AND 127 SELECT @fault = N'@freq_interval', @values = N'1..127';
ELSE IF @freq_type = 16 AND @freq_interval NOT BETWEEN 1 AND 31 SELECT @fault = N'@freq_interval', @values = N'1..31';
ELSE IF @freq_type = 32 AND @freq_interval NOT BETWEEN 1 AND 10 SELECT @fault = N'@freq_interval', @values = N'1..10';
ELSE IF @freq_type IN (4, 8, 16, 32) AND @freq_subday_type NOT IN (0, 1, 2, 4, 8) SELECT @fault = N'@freq_subday_type', @values = N'1, 2, 4, 8';
ELSE IF @freq_type = 32 AND @freq_relative_interval NOT IN (1, 2, 4, 8, 16) SELECT @fault = N'@freq_relative_interval', @values = N'1, 2, 4, 8, 16';
ELSE IF @freq_type IN (8, 16, 32) AND @freq_recurrence_factor < 1 SELECT @fault = N'@freq_recurrence_factor', @values = N'1..';
ELSE IF @active_start_date < 19900101 SELECT @fault = N'@active_start_date', @values = N'19900101..';
IF @fault IS NOT NULL
BEGIN
    RAISERROR(14266, 16, 1, @fault, @values);
    RETURN 1;
END;
SELECT @fault = CASE WHEN TRY_CONVERT(date, CONVERT(char(8), @active_start_date), 112) IS NULL THEN N'@active_start_date'
                     WHEN TRY_CONVERT(date, CONVERT(char(8), @active_end_date), 112) IS NULL THEN N'@active_end_date' END, @values = N'date';
IF @fault IS NULL
    SELECT @fault = CASE WHEN @active_start_time NOT BETWEEN 0 AND 235959 OR @active_start_time / 100 % 100 > 59 OR @active_start_time % 100 > 59 THEN N'@active_start_time'
                         WHEN @active_end_time NOT BETWEEN 0 AND 235959 OR @active_end_time / 100 % 100 > 59 OR @active_end_time % 100 > 59 THEN N'@active_end_time' END,
           @values = N'time';
IF @fault IS NOT NULL
BEGIN
    RAISERROR(14287, 16, 1, @fault, @values);
    RETURN 1;
END;
IF @active_end_date < @active_start_date
BEGIN
    RAISERROR(14288, 16, 1, N'@active_end_date', N'@active_start_date');
    RETURN 1;
END;
SET @owner_sid = SUSER_SID(@owner_login_name);
IF @owner_sid IS NULL
BEGIN
    RAISERROR(14234, 16, 1, N'@owner_login_name', N'sp_helplogins [excluding Windows NT groups]');
    RETURN 1;
END;
RETURN 0;
