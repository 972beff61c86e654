-- Procedures that are commands declare their parameters once, for the catalog and for the errors of calls.
-- docs/relational-databases/system-stored-procedures/sp-getapplock-transact-sql.md, sp-releaseapplock-transact-sql.md,
-- sp-setapprole-transact-sql.md, sp-unsetapprole-transact-sql.md, sp-sequence-get-range-transact-sql.md,
-- sp-set-session-context-transact-sql.md, sp-xml-preparedocument-transact-sql.md, sp-xml-removedocument-transact-sql.md.
SELECT OBJECT_NAME(object_id) AS name, parameter_id AS id, p.name AS parameter, TYPE_NAME(user_type_id) AS type, max_length, is_output
FROM sys.system_parameters AS p
WHERE object_id IN (OBJECT_ID('sys.sp_getapplock'), OBJECT_ID('sys.sp_releaseapplock'), OBJECT_ID('sys.sp_setapprole'),
    OBJECT_ID('sys.sp_unsetapprole'), OBJECT_ID('sys.sp_sequence_get_range'), OBJECT_ID('sys.sp_set_session_context'),
    OBJECT_ID('sys.sp_xml_preparedocument'), OBJECT_ID('sys.sp_xml_removedocument'), OBJECT_ID('sys.sp_flush_log'))
ORDER BY name, id;
SELECT COUNT(*) AS parameters FROM sys.all_parameters WHERE object_id = OBJECT_ID('sys.sp_getapplock');
GO
DECLARE @columns TABLE (qualifier sysname, owner sysname, name sysname, column_name sysname, column_type smallint, data_type smallint, type_name sysname,
    precision int, length int, scale smallint, radix smallint, nullable smallint, remarks varchar(254), column_def nvarchar(4000),
    sql_data_type smallint, sql_datetime_sub smallint, char_octet_length int, ordinal_position int, is_nullable varchar(254), ss_data_type tinyint);
INSERT @columns EXEC sp_sproc_columns 'sp_getapplock';
SELECT name, column_name, column_type, type_name, length FROM @columns ORDER BY ordinal_position;
GO
-- Wrong arguments are errors of the call at its run: the statement before has run, and the next one runs.
SELECT 1 AS before;
EXEC sp_getapplock @LockMode = 'Shared';
EXEC sp_getapplock 'a';
EXEC sp_getapplock 'a', DEFAULT;
EXEC sp_getapplock 'a', 'Shared', 'Session', 0, 'public', 6;
EXEC sp_getapplock 'a', 'Shared', @Owner = 'Session';
EXEC sp_getapplock 'a', 'Shared', @Resource = 'b';
DECLARE @mode varchar(32) = 'Shared';
EXEC sp_getapplock 'a', @mode OUTPUT, 'Session';
EXEC sp_flush_log 1;
EXEC sp_set_session_context N'a';
EXEC sp_sequence_get_range N'a', 1;
EXEC sp_xml_removedocument;
EXEC sp_unsetapprole;
SELECT 2 AS after;
GO
-- DEFAULT stands for the default.
DECLARE @status int;
EXEC @status = sp_getapplock 'a', 'Shared', 'Session', DEFAULT, DEFAULT;
SELECT @status AS status;
EXEC @status = sp_releaseapplock 'a', 'Session', DEFAULT;
SELECT @status AS status;
GO
