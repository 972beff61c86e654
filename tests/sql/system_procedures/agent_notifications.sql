-- docs/relational-databases/system-stored-procedures: sp-update-notification-transact-sql.md, sp-help-notification-transact-sql.md,
-- sp-update-jobschedule-transact-sql.md; the messages are those of docs/relational-databases/errors-events/database-engine-events-and-errors-14000-to-14999.md.
USE msdb;
GO
EXEC dbo.sp_add_operator @name = N'one', @email_address = N'one@here';
EXEC dbo.sp_add_operator @name = N'two';
EXEC dbo.sp_add_alert @name = N'Test Alert', @message_id = 55001;
EXEC dbo.sp_add_alert @name = N'Other', @message_id = 55002;
EXEC dbo.sp_add_notification @alert_name = N'Test Alert', @operator_name = N'one', @notification_method = 3;
EXEC dbo.sp_update_notification @alert_name = N'Test Alert', @operator_name = N'one', @notification_method = 5;
SELECT name, has_notification FROM dbo.sysalerts ORDER BY name;
EXEC dbo.sp_help_notification @object_type = N'ALERTS', @name = N'one', @enum_type = N'ACTUAL', @notification_method = 7;
EXEC dbo.sp_help_notification 'alerts', N'one', 'all', 1;
EXEC dbo.sp_help_notification @object_type = N'OPERATORS', @name = N'Test Alert', @enum_type = N'ALL', @notification_method = 7;
EXEC dbo.sp_help_notification 'OPERATORS', N'Test Alert', 'ACTUAL', 2;
EXEC dbo.sp_help_notification 'OPERATORS', N'Test Alert', 'TARGET', 4, N'two';
GO
EXEC dbo.sp_update_notification N'Test Alert', N'two', 1;
EXEC dbo.sp_update_notification N'Test Alert', N'one', 8;
EXEC dbo.sp_help_notification 'JOBS', N'one', 'ALL', 1;
EXEC dbo.sp_help_notification 'ALERTS', N'one', 'SOME', 1;
EXEC dbo.sp_help_notification 'ALERTS', N'one', 'ALL', 3;
EXEC dbo.sp_help_notification 'ALERTS', N'one', 'TARGET', 1;
EXEC dbo.sp_help_notification 'ALERTS', N'one', 'ALL', 1, N'Other';
EXEC dbo.sp_help_notification 'ALERTS', N'nobody', 'ALL', 1;
GO
EXEC dbo.sp_add_job N'j';
EXEC dbo.sp_add_jobschedule @job_name = N'j', @name = N's', @freq_type = 4, @freq_interval = 1;
EXEC dbo.sp_update_jobschedule @job_name = N'j', @name = N's', @new_name = N't', @enabled = 0, @active_start_time = 100;
SELECT name, enabled, freq_type, active_start_time FROM dbo.sysschedules;
EXEC dbo.sp_update_jobschedule @job_name = N'j', @name = N's', @enabled = 1;
GO
EXEC dbo.sp_delete_job @job_name = N'j';
EXEC dbo.sp_delete_alert N'Test Alert';
EXEC dbo.sp_delete_alert N'Other';
EXEC dbo.sp_delete_operator N'one';
EXEC dbo.sp_delete_operator N'two';
GO
-- docs/relational-databases/system-stored-procedures: sysmail-delete-mailitems-sp-transact-sql.md, sysmail-delete-log-sp-transact-sql.md.
DECLARE @now datetime = GETDATE();
EXEC msdb.dbo.sysmail_delete_mailitems_sp @sent_before = @now;
EXEC msdb.dbo.sysmail_delete_mailitems_sp @sent_status = 'failed';
EXEC msdb.dbo.sysmail_delete_log_sp;
EXEC msdb.dbo.sysmail_delete_log_sp @logged_before = 'October 9, 2005', @event_type = 'success';
EXEC msdb.dbo.sysmail_delete_mailitems_sp;
EXEC msdb.dbo.sysmail_delete_mailitems_sp @sent_status = 'lost';
EXEC msdb.dbo.sysmail_delete_log_sp @event_type = 'other';
GO
