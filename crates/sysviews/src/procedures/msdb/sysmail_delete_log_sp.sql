-- relational-databases/system-stored-procedures/sysmail-delete-log-sp-transact-sql.md. Database Mail has no events, so none is deleted.
CREATE PROCEDURE dbo.sysmail_delete_log_sp @logged_before datetime = NULL, @event_type varchar(15) = NULL
AS
SET NOCOUNT ON;
IF LOWER(@event_type) NOT IN ('success', 'warning', 'error', 'informational')
BEGIN
    RAISERROR(14266, 16, 1, '@event_type', 'success, warning, error, informational');
    RETURN 1;
END;
RETURN 0;
