-- Return codes of system procedures that are no T-SQL: 0 is success (docs/relational-databases/system-stored-procedures/sys-sp-flush-log-transact-sql.md, Return code values);
-- a call that fails leaves the variable as it was (docs/t-sql/language-elements/execute-transact-sql.md, @return_status).
GO
DECLARE @r int = 5;
EXEC @r = sys.sp_flush_log;
SELECT @r AS status;
GO
CREATE SEQUENCE dbo.s AS int START WITH 1;
GO
DECLARE @r int = 5, @first sql_variant;
EXEC @r = sys.sp_sequence_get_range N'dbo.s', 3, @first OUTPUT;
SELECT @r AS status, CAST(@first AS int) AS first;
GO
DECLARE @r int = 5;
EXEC @r = sp_set_session_context N'k', 1;
SELECT @r AS status;
GO
DECLARE @r int = 5;
EXEC @r = sys.sp_flush_log 1;
SELECT @r AS status;
GO
