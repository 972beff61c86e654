-- relational-databases/system-stored-procedures/sp-add-operator-transact-sql.md
CREATE PROCEDURE dbo.sp_add_operator @name sysname, @enabled tinyint = 1, @email_address nvarchar(100) = NULL, @pager_address nvarchar(100) = NULL,
    @weekday_pager_start_time int = 090000, @weekday_pager_end_time int = 180000, @saturday_pager_start_time int = 090000, @saturday_pager_end_time int = 180000,
    @sunday_pager_start_time int = 090000, @sunday_pager_end_time int = 180000, @pager_days tinyint = 0, @netsend_address nvarchar(100) = NULL, @category_name sysname = NULL
AS
SET NOCOUNT ON;
EXEC dbo.sp_create_agent_tables;
DECLARE @status int, @category_id int = 99;
SET @name = LTRIM(RTRIM(@name));
IF EXISTS (SELECT * FROM dbo.sysoperators WHERE name = @name)
BEGIN
    RAISERROR(14261, 16, 1, N'@name', @name);
    RETURN 1;
END;
IF @enabled NOT IN (0, 1)
BEGIN
    RAISERROR(14266, 16, 1, N'@enabled', N'0, 1');
    RETURN 1;
END;
IF @pager_days > 127
BEGIN
    RAISERROR(14266, 16, 1, N'@pager_days', N'0..127');
    RETURN 1;
END;
EXEC @status = dbo.sp_verify_category 3, @category_name, @category_id OUTPUT;
IF @status <> 0 RETURN 1;
INSERT dbo.sysoperators (name, enabled, email_address, last_email_date, last_email_time, pager_address, last_pager_date, last_pager_time, weekday_pager_start_time,
    weekday_pager_end_time, saturday_pager_start_time, saturday_pager_end_time, sunday_pager_start_time, sunday_pager_end_time, pager_days, netsend_address,
    last_netsend_date, last_netsend_time, category_id)
VALUES (@name, @enabled, @email_address, 0, 0, @pager_address, 0, 0, @weekday_pager_start_time, @weekday_pager_end_time, @saturday_pager_start_time, @saturday_pager_end_time,
    @sunday_pager_start_time, @sunday_pager_end_time, @pager_days, @netsend_address, 0, 0, @category_id);
IF @@ERROR <> 0 RETURN 1;
RETURN 0;
