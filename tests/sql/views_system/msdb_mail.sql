-- docs/relational-databases/system-stored-procedures: sysmail-help-account-sp-transact-sql.md, sysmail-help-profile-sp-transact-sql.md,
-- sysmail-help-profileaccount-sp-transact-sql.md, sysmail-help-principalprofile-sp-transact-sql.md. No account and no profile exists.
EXECUTE msdb.dbo.sysmail_help_account_sp;
EXECUTE msdb.dbo.sysmail_help_profile_sp;
EXECUTE msdb.dbo.sysmail_help_profileaccount_sp;
EXECUTE msdb.dbo.sysmail_help_principalprofile_sp;
GO
-- docs/relational-databases/errors-events/database-engine-events-and-errors-14000-to-14999.md: 14605 to 14607. The pages of the procedures name
-- no error; the numbers are inferred.
DECLARE @code int;
EXECUTE @code = msdb.dbo.sysmail_help_account_sp @account_name = 'AdventureWorks Administrator';
SELECT @code AS code;
EXECUTE msdb.dbo.sysmail_help_account_sp @account_id = 1, @account_name = 'x';
EXECUTE msdb.dbo.sysmail_help_profileaccount_sp @profile_id = 131;
EXECUTE msdb.dbo.sysmail_help_principalprofile_sp @principal_name = 'danw', @profile_name = 'AdventureWorks Administrator';
EXECUTE msdb.dbo.sysmail_help_principalprofile_sp @principal_name = 'dbo', @profile_name = 'AdventureWorks Administrator';
GO
-- docs/relational-databases/system-stored-procedures: sysmail-help-configure-sp-transact-sql.md, sysmail-help-queue-sp-transact-sql.md,
-- sysmail-help-status-sp-transact-sql.md.
EXECUTE msdb.dbo.sysmail_help_configure_sp;
DECLARE @value nvarchar(256);
EXECUTE msdb.dbo.sysmail_help_configure_sp @parameter_name = N'MaxFileSize', @parameter_value = @value OUTPUT;
SELECT @value AS value;
EXECUTE msdb.dbo.sysmail_help_queue_sp;
EXECUTE msdb.dbo.sysmail_help_queue_sp @queue_type = 'mail';
EXECUTE msdb.dbo.sysmail_help_queue_sp @queue_type = 'lost';
EXECUTE msdb.dbo.sysmail_help_status_sp;
GO
-- The tables behind them, as scripts that look for a profile or for failed mails read them.
SELECT p.name FROM msdb.dbo.sysmail_profile AS p JOIN msdb.dbo.sysmail_principalprofile AS r ON r.profile_id = p.profile_id AND r.is_default = 1 AND r.principal_sid = 0x00
JOIN msdb.dbo.sysmail_profileaccount AS m ON m.profile_id = p.profile_id JOIN msdb.dbo.sysmail_account AS a ON a.account_id = m.account_id
JOIN msdb.dbo.sysmail_server AS s ON s.account_id = a.account_id;
SELECT i.subject, l.description FROM msdb.dbo.sysmail_mailitems AS i JOIN msdb.dbo.sysmail_log AS l ON l.mailitem_id = i.mailitem_id WHERE i.sent_status = 2 AND l.event_type = 3;
SELECT paramvalue FROM msdb.dbo.sysmail_configuration WHERE paramname = 'AccountRetryDelay';
GO
-- docs/relational-databases/system-stored-procedures: sp-send-dbmail-transact-sql.md, sysmail-add-account-sp-transact-sql.md: Database Mail is off.
EXEC msdb.dbo.sp_send_dbmail @profile_name = 'x', @recipients = 'x@example.com', @body = 'x';
EXEC msdb.dbo.sysmail_add_account_sp @account_name = 'x', @email_address = 'x@example.com', @mailserver_name = 'example.com';
GO
