-- relational-databases/system-stored-procedures/sysmail-help-queue-sp-transact-sql.md. No mail is ever queued: both queues are empty and have never been
-- activated.
CREATE PROCEDURE dbo.sysmail_help_queue_sp @queue_type nvarchar(6) = NULL
AS
SET NOCOUNT ON;
IF @queue_type NOT IN (N'mail', N'status')
BEGIN
    RAISERROR(14266, 16, 1, N'@queue_type', N'mail, status');
    RETURN 1;
END;
SELECT CAST(q.queue_type AS nvarchar(6)) AS queue_type, 0 AS length, CAST(N'INACTIVE' AS nvarchar(64)) AS state, CAST(NULL AS datetime) AS last_empty_rowset_time,
       CAST(NULL AS datetime) AS last_activated_time
FROM (VALUES (N'mail'), (N'status')) AS q(queue_type)
WHERE @queue_type IS NULL OR q.queue_type = @queue_type
ORDER BY q.queue_type;
RETURN 0;
