-- relational-databases/system-stored-procedures/sp-update-operator-transact-sql.md. An omitted parameter keeps the setting.
CREATE PROCEDURE dbo.sp_update_operator @name sysname, @new_name sysname = NULL, @enabled tinyint = NULL, @email_address nvarchar(100) = NULL, @pager_address nvarchar(100) = NULL,
    @weekday_pager_start_time int = NULL, @weekday_pager_end_time int = NULL, @saturday_pager_start_time int = NULL, @saturday_pager_end_time int = NULL,
    @sunday_pager_start_time int = NULL, @sunday_pager_end_time int = NULL, @pager_days tinyint = NULL, @netsend_address nvarchar(100) = NULL, @category_name sysname = NULL
AS
SET NOCOUNT ON;
DECLARE @status int, @category_id int;
IF NOT EXISTS (SELECT * FROM dbo.sysoperators WHERE name = @name)
BEGIN
    RAISERROR(14262, 16, 1, N'@name', @name);
    RETURN 1;
END;
IF EXISTS (SELECT * FROM dbo.sysoperators WHERE name = @new_name AND name <> @name)
BEGIN
    RAISERROR(14261, 16, 1, N'@new_name', @new_name);
    RETURN 1;
END;
EXEC @status = dbo.sp_verify_category 3, @category_name, @category_id OUTPUT;
IF @status <> 0 RETURN 1;
UPDATE dbo.sysoperators
SET name = ISNULL(@new_name, name), enabled = ISNULL(@enabled, enabled), email_address = ISNULL(@email_address, email_address), pager_address = ISNULL(@pager_address, pager_address),
    weekday_pager_start_time = ISNULL(@weekday_pager_start_time, weekday_pager_start_time), weekday_pager_end_time = ISNULL(@weekday_pager_end_time, weekday_pager_end_time),
    saturday_pager_start_time = ISNULL(@saturday_pager_start_time, saturday_pager_start_time), saturday_pager_end_time = ISNULL(@saturday_pager_end_time, saturday_pager_end_time),
    sunday_pager_start_time = ISNULL(@sunday_pager_start_time, sunday_pager_start_time), sunday_pager_end_time = ISNULL(@sunday_pager_end_time, sunday_pager_end_time),
    pager_days = ISNULL(@pager_days, pager_days), netsend_address = ISNULL(@netsend_address, netsend_address), category_id = ISNULL(@category_id, category_id)
WHERE name = @name;
RETURN 0;
