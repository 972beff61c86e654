-- docs/t-sql/statements/set-ansi-defaults-transact-sql.md: the options that ANSI_DEFAULTS sets.
SET ANSI_DEFAULTS OFF;
GO
SELECT SESSIONPROPERTY('ANSI_NULLS') AS a, SESSIONPROPERTY('ANSI_PADDING') AS b, SESSIONPROPERTY('ANSI_WARNINGS') AS c, SESSIONPROPERTY('QUOTED_IDENTIFIER') AS d, GETANSINULL() AS e, @@OPTIONS & (2 | 4) AS f; --> 0 | 0 | 0 | 0 | 0 | 0
SELECT ansi_nulls, ansi_padding, ansi_warnings, quoted_identifier, ansi_null_dflt_on, arithabort, concat_null_yields_null FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
GO
DBCC USEROPTIONS;
GO
SET ANSI_DEFAULTS ON;
GO
SELECT SESSIONPROPERTY('ANSI_NULLS') AS a, SESSIONPROPERTY('ANSI_PADDING') AS b, SESSIONPROPERTY('ANSI_WARNINGS') AS c, SESSIONPROPERTY('QUOTED_IDENTIFIER') AS d, GETANSINULL() AS e, @@OPTIONS & (2 | 4) AS f; --> 1 | 1 | 1 | 1 | 1 | 6
SET IMPLICIT_TRANSACTIONS OFF;
GO
-- docs/t-sql/statements/set-ansi-padding-transact-sql.md.
SET ANSI_PADDING OFF;
GO
CREATE TABLE t2 (charcol CHAR(16) NULL, varcharcol VARCHAR(16) NULL, varbinarycol VARBINARY(8));
GO
CREATE TABLE t3 (a int, b nvarchar(10), c varchar(max), d char(5) NOT NULL);
