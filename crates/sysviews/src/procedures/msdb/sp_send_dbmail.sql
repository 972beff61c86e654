-- relational-databases/system-stored-procedures/sp-send-dbmail-transact-sql.md. Database Mail is disabled and can't be enabled.
CREATE PROCEDURE dbo.sp_send_dbmail @profile_name sysname = NULL, @recipients varchar(max) = NULL, @copy_recipients varchar(max) = NULL,
    @blind_copy_recipients varchar(max) = NULL, @subject nvarchar(255) = NULL, @body nvarchar(max) = NULL, @body_format varchar(20) = NULL, @importance varchar(6) = 'NORMAL',
    @sensitivity varchar(12) = 'NORMAL', @file_attachments nvarchar(max) = NULL, @query nvarchar(max) = NULL, @execute_query_database sysname = NULL,
    @attach_query_result_as_file bit = 0, @query_attachment_filename nvarchar(260) = NULL, @query_result_header bit = 1, @query_result_width int = 256,
    @query_result_separator char(1) = ' ', @exclude_query_output bit = 0, @append_query_error bit = 0, @query_no_truncate bit = 0, @query_result_no_padding bit = 0,
    @mailitem_id int = NULL OUTPUT, @from_address varchar(max) = NULL, @reply_to varchar(max) = NULL
AS
RAISERROR(15281, 16, 1, N'procedure', N'dbo.sp_send_dbmail', N'Database Mail XPs');
RETURN 1;
