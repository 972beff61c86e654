-- relational-databases/system-stored-procedures/sysmail-delete-mailitems-sp-transact-sql.md. No mail is ever stored, so none is deleted.
CREATE PROCEDURE dbo.sysmail_delete_mailitems_sp @sent_before datetime = NULL, @sent_status varchar(8) = NULL
AS
SET NOCOUNT ON;
IF @sent_before IS NULL AND @sent_status IS NULL
BEGIN
    RAISERROR(14608, 16, 1, '@sent_before', '@sent_status');
    RETURN 1;
END;
IF LOWER(@sent_status) NOT IN ('sent', 'unsent', 'retrying', 'failed')
BEGIN
    RAISERROR(14266, 16, 1, '@sent_status', 'unsent, sent, failed, retrying');
    RETURN 1;
END;
RETURN 0;
