-- @@OPTIONS (docs/t-sql/functions/options-transact-sql.md, the bits as in
-- docs/database-engine/configure-windows/configure-the-user-options-server-configuration-option.md): ANSI_WARNINGS 8, ANSI_PADDING 16, ANSI_NULLS 32,
-- ARITHABORT 64, QUOTED_IDENTIFIER 256, ANSI_NULL_DFLT_ON 1024 and CONCAT_NULL_YIELDS_NULL 4096 are always on, which is 5496; IMPLICIT_TRANSACTIONS is 2,
-- NOCOUNT 512, XACT_ABORT 16384. DBCC USEROPTIONS and sys.dm_exec_sessions say the same.
SELECT @@OPTIONS AS options;
SET NOCOUNT ON;
SELECT @@OPTIONS & 512 AS nocount, @@OPTIONS & 16384 AS xact_abort;
SET XACT_ABORT, IMPLICIT_TRANSACTIONS ON;
SELECT @@OPTIONS - 5496 AS switched;
SET XACT_ABORT, IMPLICIT_TRANSACTIONS OFF;
DBCC USEROPTIONS WITH NO_INFOMSGS;
SELECT language, date_format, date_first, quoted_identifier, arithabort, ansi_null_dflt_on, ansi_warnings, ansi_padding, ansi_nulls,
    concat_null_yields_null
FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
GO
-- What a procedure or a string switches ends with it (docs/t-sql/statements/set-statements-transact-sql.md).
EXECUTE (N'SET NOCOUNT OFF; SELECT @@OPTIONS AS inside;');
SELECT @@OPTIONS AS outside;
GO
-- A SET to what always holds is taken (set-datefirst-transact-sql.md: 7 is the U.S. English default; set-dateformat-transact-sql.md: so is mdy;
-- set-textsize-transact-sql.md; set-query-governor-cost-limit-transact-sql.md: 0 allows all queries). Another value is refused by name.
SET DATEFIRST 7;
SET DATEFORMAT mdy;
SET TEXTSIZE 2147483647;
SET TEXTSIZE -1;
SET QUERY_GOVERNOR_COST_LIMIT 0;
GO
SET QUERY_GOVERNOR_COST_LIMIT 5;
GO
