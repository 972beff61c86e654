-- relational-databases/system-stored-procedures/sp-add-alert-transact-sql.md. Alerts are stored; nothing raises them.
CREATE PROCEDURE dbo.sp_add_alert @name sysname, @message_id int = 0, @severity int = 0, @enabled tinyint = 1, @delay_between_responses int = 0,
    @notification_message nvarchar(512) = NULL, @include_event_description_in tinyint = 5, @database_name sysname = NULL, @event_description_keyword nvarchar(100) = NULL,
    @job_id uniqueidentifier = NULL, @job_name sysname = NULL, @raise_snmp_trap tinyint = 0, @performance_condition nvarchar(512) = NULL, @category_name sysname = NULL,
    @wmi_namespace sysname = NULL, @wmi_query nvarchar(512) = NULL
AS
SET NOCOUNT ON;
EXEC dbo.sp_create_agent_tables;
DECLARE @status int, @category_id int = 98;
SET @name = LTRIM(RTRIM(@name));
IF EXISTS (SELECT * FROM dbo.sysalerts WHERE name = @name)
BEGIN
    RAISERROR(14261, 16, 1, N'@name', @name);
    RETURN 1;
END;
IF @severity NOT BETWEEN 0 AND 25
BEGIN
    RAISERROR(14266, 16, 1, N'@severity', N'0..25');
    RETURN 1;
END;
-- An alert has one condition: a message, a severity, a counter or a query of WMI.
IF ISNULL(@message_id, 0) = 0 AND ISNULL(@severity, 0) = 0 AND @performance_condition IS NULL AND (@wmi_namespace IS NULL OR @wmi_query IS NULL)
    OR @message_id <> 0 AND @severity <> 0
BEGIN
    RAISERROR(14500, 16, 1);
    RETURN 1;
END;
IF @performance_condition IS NOT NULL AND @database_name IS NOT NULL
BEGIN
    RAISERROR(14505, 16, 1, N'@database_name');
    RETURN 1;
END;
IF @performance_condition IS NOT NULL AND @event_description_keyword IS NOT NULL
BEGIN
    RAISERROR(14505, 16, 1, N'@event_description_keyword');
    RETURN 1;
END;
DECLARE @same sysname = (SELECT TOP (1) name FROM dbo.sysalerts
                         WHERE message_id = ISNULL(@message_id, 0) AND severity = ISNULL(@severity, 0)
                               AND ISNULL(performance_condition, N'') = ISNULL(@performance_condition, N'')
                               AND ISNULL(database_name, N'') = ISNULL(@database_name, N'')
                               AND ISNULL(event_description_keyword, N'') = ISNULL(@event_description_keyword, N''));
IF @same IS NOT NULL
BEGIN
    RAISERROR(14501, 16, 1, @same);
    RETURN 1;
END;
IF @database_name IS NOT NULL AND DB_ID(@database_name) IS NULL
BEGIN
    RAISERROR(15010, 16, 1, @database_name);
    RETURN 1;
END;
-- Scripts of Management Studio write no job as a zero.
IF @job_id = CAST(0x00 AS uniqueidentifier) SET @job_id = NULL;
IF @job_id IS NOT NULL OR @job_name IS NOT NULL
BEGIN
    EXEC @status = dbo.sp_verify_job_identifiers '@job_name', '@job_id', @job_name OUTPUT, @job_id OUTPUT;
    IF @status <> 0 RETURN 1;
END;
EXEC @status = dbo.sp_verify_category 2, @category_name, @category_id OUTPUT;
IF @status <> 0 RETURN 1;
INSERT dbo.sysalerts (name, event_source, message_id, severity, enabled, delay_between_responses, last_occurrence_date, last_occurrence_time, last_response_date,
    last_response_time, notification_message, include_event_description, database_name, event_description_keyword, occurrence_count, count_reset_date, count_reset_time,
    job_id, has_notification, flags, performance_condition, category_id)
VALUES (@name, N'MSSQLSERVER', ISNULL(@message_id, 0), ISNULL(@severity, 0), @enabled, @delay_between_responses, 0, 0, 0, 0, @notification_message, @include_event_description_in, @database_name,
    @event_description_keyword, 0, 0, 0, ISNULL(@job_id, 0x00), 0, CASE @raise_snmp_trap WHEN 1 THEN 1 ELSE 0 END, @performance_condition, @category_id);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
