-- relational-databases/system-stored-procedures/sp-update-alert-transact-sql.md. An omitted parameter keeps the setting.
CREATE PROCEDURE dbo.sp_update_alert @name sysname, @new_name sysname = NULL, @enabled tinyint = NULL, @message_id int = NULL, @severity int = NULL,
    @delay_between_responses int = NULL, @notification_message nvarchar(512) = NULL, @include_event_description_in tinyint = NULL, @database_name sysname = NULL,
    @event_description_keyword nvarchar(100) = NULL, @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @occurrence_count int = NULL, @count_reset_date int = NULL,
    @count_reset_time int = NULL, @last_occurrence_date int = NULL, @last_occurrence_time int = NULL, @last_response_date int = NULL, @last_response_time int = NULL,
    @raise_snmp_trap tinyint = NULL, @performance_condition nvarchar(512) = NULL, @category_name sysname = NULL, @wmi_namespace sysname = NULL, @wmi_query nvarchar(512) = NULL
AS
SET NOCOUNT ON;
DECLARE @status int, @category_id int;
IF NOT EXISTS (SELECT * FROM dbo.sysalerts WHERE name = @name)
BEGIN
    RAISERROR(14262, 16, 1, N'@name', @name);
    RETURN 1;
END;
IF EXISTS (SELECT * FROM dbo.sysalerts WHERE name = @new_name AND name <> @name)
BEGIN
    RAISERROR(14261, 16, 1, N'@new_name', @new_name);
    RETURN 1;
END;
IF @severity NOT BETWEEN 0 AND 25
BEGIN
    RAISERROR(14266, 16, 1, N'@severity', N'0..25');
    RETURN 1;
END;
IF @job_id <> CAST(0x00 AS uniqueidentifier) OR @job_name IS NOT NULL
BEGIN
    EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
    IF @status <> 0 RETURN 1;
END;
EXEC @status = dbo.sp_verify_category 2, @category_name, @category_id OUTPUT;
IF @status <> 0 RETURN 1;
UPDATE dbo.sysalerts
SET name = ISNULL(@new_name, name), enabled = ISNULL(@enabled, enabled), message_id = ISNULL(@message_id, message_id), severity = ISNULL(@severity, severity),
    delay_between_responses = ISNULL(@delay_between_responses, delay_between_responses), notification_message = ISNULL(@notification_message, notification_message),
    include_event_description = ISNULL(@include_event_description_in, include_event_description), database_name = ISNULL(@database_name, database_name),
    event_description_keyword = ISNULL(@event_description_keyword, event_description_keyword), job_id = ISNULL(@job_id, job_id),
    occurrence_count = ISNULL(@occurrence_count, occurrence_count), count_reset_date = ISNULL(@count_reset_date, count_reset_date),
    count_reset_time = ISNULL(@count_reset_time, count_reset_time), last_occurrence_date = ISNULL(@last_occurrence_date, last_occurrence_date),
    last_occurrence_time = ISNULL(@last_occurrence_time, last_occurrence_time), last_response_date = ISNULL(@last_response_date, last_response_date),
    last_response_time = ISNULL(@last_response_time, last_response_time), flags = ISNULL(@raise_snmp_trap, flags),
    performance_condition = ISNULL(@performance_condition, performance_condition), category_id = ISNULL(@category_id, category_id)
WHERE name = @name;
RETURN 0;
