-- relational-databases/system-stored-procedures/sp-help-operator-transact-sql.md
CREATE PROCEDURE dbo.sp_help_operator @operator_name sysname = NULL, @operator_id int = NULL
AS
SET NOCOUNT ON;
DECLARE @id nvarchar(20) = CONVERT(nvarchar(20), @operator_id);
IF @operator_name IS NOT NULL AND NOT EXISTS (SELECT * FROM dbo.sysoperators WHERE name = @operator_name)
BEGIN
    RAISERROR(14262, 16, 1, N'@operator_name', @operator_name);
    RETURN 1;
END;
IF @operator_id IS NOT NULL AND NOT EXISTS (SELECT * FROM dbo.sysoperators WHERE id = @operator_id)
BEGIN
    RAISERROR(14262, 16, 1, N'@operator_id', @id);
    RETURN 1;
END;
SELECT o.id, o.name, o.enabled, o.email_address, o.last_email_date, o.last_email_time, o.pager_address, o.last_pager_date, o.last_pager_time, o.weekday_pager_start_time,
       o.weekday_pager_end_time, o.saturday_pager_start_time, o.saturday_pager_end_time, o.sunday_pager_start_time, o.sunday_pager_end_time, o.pager_days, o.netsend_address,
       o.last_netsend_date, o.last_netsend_time, c.name AS category_name
FROM dbo.sysoperators AS o LEFT JOIN dbo.syscategories AS c ON c.category_id = o.category_id
WHERE (@operator_name IS NULL OR o.name = @operator_name) AND (@operator_id IS NULL OR o.id = @operator_id)
ORDER BY o.name;
RETURN 0;
