//! Cursors, messages, EXECUTE, permissions.

use super::reads;

#[test]
fn cursors() {
    reads(
        "language-elements/execute-transact-sql",
        &["DECLARE tables_cursor CURSOR
   FOR
   SELECT s.name, t.name
   FROM sys.objects AS t
   JOIN sys.schemas AS s ON s.schema_id = t.schema_id
   WHERE t.type = 'U';
OPEN tables_cursor;
DECLARE @schemaname sysname;
DECLARE @tablename sysname;
FETCH NEXT FROM tables_cursor INTO @schemaname, @tablename;
WHILE (@@FETCH_STATUS <> -1)
BEGIN;
   EXECUTE ('ALTER INDEX ALL ON ' + @schemaname + '.' + @tablename + ' REBUILD;');
   FETCH NEXT FROM tables_cursor INTO @schemaname, @tablename;
END;
PRINT 'The indexes on all tables have been rebuilt.';
CLOSE tables_cursor;
DEALLOCATE tables_cursor;"],
    );
    reads(
        "language-elements/declare-cursor-transact-sql",
        &[
            "DECLARE c INSENSITIVE SCROLL CURSOR FOR SELECT 1 FOR READ ONLY
DECLARE d CURSOR LOCAL FAST_FORWARD READ_ONLY FOR WITH x AS (SELECT 1 AS a) SELECT a FROM x
DECLARE e CURSOR GLOBAL SCROLL KEYSET OPTIMISTIC TYPE_WARNING FOR SELECT a, b FROM t ORDER BY a FOR UPDATE OF a, b
DECLARE f CURSOR FOR SELECT t.a FROM t JOIN u ON t.a = u.a FOR UPDATE OF t.a, dbo.u.b OPTION (MAXDOP 1)",
            "FETCH FROM c FETCH PRIOR FROM GLOBAL c INTO @a FETCH ABSOLUTE -2 FROM @c FETCH RELATIVE @n FROM c FETCH c CLOSE GLOBAL c
DEALLOCATE @c UPDATE t SET a = 1 WHERE CURRENT OF c DELETE FROM t WHERE CURRENT OF GLOBAL c DECLARE @c CURSOR, @i int",
        ],
    );
}

#[test]
fn messages() {
    reads(
        "language-elements/throw-transact-sql",
        &[
            "THROW 51000, 'The record does not exist.', 1;",
            "BEGIN TRY
    INSERT dbo.TestRethrow(ID) VALUES(1);
END TRY
BEGIN CATCH
    PRINT 'In catch block.';
    THROW;
END CATCH;",
            "IF @a = 1 THROW @number, @message, @state ELSE THROW",
        ],
    );
    reads(
        "language-elements/raiserror-transact-sql",
        &[
            "RAISERROR (N'This is message %s %d.', -- Message text.
           10, -- Severity,
           1, -- State,
           N'number', -- First argument.
           5);",
            "RAISERROR (@StringVariable, -1, 1) WITH LOG, NOWAIT, SETERROR RAISERROR(50009, @s, @t, @a, 0x01, -3) SELECT 1",
        ],
    );
    reads(
        "language-elements/waitfor-transact-sql",
        &["WAITFOR TIME '22:20' WAITFOR DELAY '02:00'; WAITFOR DELAY @DelayLength"],
    );
}

#[test]
fn execute() {
    reads(
        "language-elements/execute-transact-sql",
        &[
            "dbo.uspGetEmployeeManagers @EmployeeID = 6;",
            "DECLARE @retstat int;
EXECUTE @retstat = SQLSERVER1.AdventureWorks2012.dbo.uspGetEmployeeManagers @BusinessEntityID = 6;",
            "EXECUTE dbo.ProcTestDefaults DEFAULT, 'I', @p3 = DEFAULT; EXEC @proc_name; EXEC p @a OUTPUT, @b = @c OUT
EXECUTE dbo.Proc_Test_Defaults @p2 = 'A' WITH RECOMPILE;",
            "EXECUTE ('CREATE TABLE Sales.SalesTable (SalesID int, SalesName varchar(10));') AS USER = 'User1';",
            "EXEC uspGetEmployeeManagers 16 WITH RESULT SETS
(
   ([Reporting Level] int NOT NULL,
    [ID of Employee] int NOT NULL,
    [Employee First Name] nvarchar(50) COLLATE Latin1_General_BIN NOT NULL
    ), AS OBJECT dbo.t, AS TYPE dbo.tt, AS FOR XML
);
EXEC p WITH RECOMPILE, RESULT SETS NONE EXEC q WITH RESULT SETS UNDEFINED INSERT INTO t EXEC ('x')",
        ],
    );
    reads(
        "statements/execute-as-transact-sql",
        &["EXECUTE AS LOGIN = 'login1'; EXECUTE AS USER = @u WITH COOKIE INTO @cookie; REVERT WITH COOKIE = @cookie; REVERT
EXECUTE AS CALLER EXEC AS USER = 'x' WITH NO REVERT"],
    );
}

#[test]
fn permissions_and_principals() {
    reads(
        "statements/grant-transact-sql",
        &[
            "GRANT SELECT ON OBJECT::Person.Address TO RosaQdM; GRANT EXECUTE ON OBJECT::HumanResources.uspUpdateEmployeeHireInfo TO Recruiting11
GRANT REFERENCES (BusinessEntityID) ON OBJECT::HumanResources.vEmployee TO Wanida WITH GRANT OPTION;
GRANT VIEW SERVER STATE TO login_test; GRANT ALL PRIVILEGES ON t (a, b) TO public, [a b] AS dbo
REVOKE GRANT OPTION FOR SELECT, INSERT ON SCHEMA :: s FROM u CASCADE DENY CONTROL ON APPLICATION ROLE::r TO u REVOKE CREATE TABLE TO u",
        ],
    );
    reads(
        "statements/create-login-transact-sql",
        &[
            "CREATE LOGIN login_test WITH PASSWORD = '3KHJ6dhx(0xVYsdf' MUST_CHANGE,
    CHECK_EXPIRATION = ON;",
            "CREATE LOGIN [d\\l] FROM WINDOWS WITH DEFAULT_DATABASE = [master]; CREATE LOGIN l WITH PASSWORD = 0x01 HASHED, SID = 0x241C11948AEEB749B0D22646DB1A19F2
ALTER LOGIN l DISABLE ALTER LOGIN l WITH PASSWORD = 'a' OLD_PASSWORD = 'b' ALTER LOGIN l WITH NAME = m DROP LOGIN l",
        ],
    );
    reads(
        "statements/create-user-transact-sql",
        &["CREATE USER AbolrousHazem FOR LOGIN AbolrousHazem; CREATE USER Wanida FOR LOGIN WanidaBenshoof WITH DEFAULT_SCHEMA = Marketing;
CREATE USER CustomApp WITHOUT LOGIN ; CREATE USER u WITH PASSWORD='x' ALTER USER u WITH NAME = v, LOGIN = l DROP USER IF EXISTS u"],
    );
    reads(
        "statements/alter-role-transact-sql",
        &["CREATE ROLE buyers AUTHORIZATION BenMiller; ALTER ROLE Sales ADD MEMBER Barry ALTER ROLE Sales DROP MEMBER Barry
ALTER ROLE buyers WITH NAME = purchasing CREATE SERVER ROLE b ALTER SERVER ROLE b ADD MEMBER c DROP SERVER ROLE b DROP ROLE r
ALTER AUTHORIZATION ON SCHEMA::Sales TO u; ALTER AUTHORIZATION ON OBJECT::t TO SCHEMA OWNER"],
    );
}

#[test]
fn server_and_options() {
    reads(
        "language-elements/kill-transact-sql",
        &["KILL 53; KILL 54 WITH STATUSONLY; KILL 'D5499C66-E398-45CA-BF7E-DC9C194B48CF';"],
    );
    reads(
        "language-elements/reconfigure-transact-sql",
        &["RECONFIGURE WITH OVERRIDE; RECONFIGURE SHUTDOWN WITH NOWAIT"],
    );
    reads(
        "database-console-commands/dbcc-transact-sql",
        &["DBCC CHECKIDENT ('Person.AddressType', RESEED, 10); DBCC SQLPERF('sys.dm_os_wait_stats', CLEAR) DBCC SQLPERF(LOGSPACE)
DBCC CHECKDB (AdventureWorks2012, NOINDEX) WITH NO_INFOMSGS, MAXDOP = 2, TABLERESULTS DBCC DROPCLEANBUFFERS DBCC USEROPTIONS
DBCC SHRINKFILE (AdventureWorks2012_data, 100) DBCC TRACEON (3205, -1)"],
    );
    reads(
        "statements/set-statements-transact-sql",
        &["SET NUMERIC_ROUNDABORT OFF;
SET ANSI_PADDING, ANSI_WARNINGS, CONCAT_NULL_YIELDS_NULL, ARITHABORT,
    QUOTED_IDENTIFIER, ANSI_NULLS ON;
SET DATEFIRST 7 SET DATEFORMAT mdy SET LANGUAGE Italian SET LOCK_TIMEOUT 1800 SET ROWCOUNT 4 SET TEXTSIZE 2048 SET CONTEXT_INFO 0x1256698456
SET QUERY_GOVERNOR_COST_LIMIT 0 SET FIPS_FLAGGER 'FULL' SET FIPS_FLAGGER OFF SET DEADLOCK_PRIORITY @p SET STATISTICS IO, TIME ON
SET SHOWPLAN_TEXT ON SET PARSEONLY OFF SET NOEXEC OFF SET FMTONLY OFF SET FORCEPLAN ON SET IMPLICIT_TRANSACTIONS OFF SET ROWCOUNT @n
SET IDENTITY_INSERT dbo.Tool ON SET TRANSACTION ISOLATION LEVEL REPEATABLE READ SET REMOTE_PROC_TRANSACTIONS OFF SET ANSI_DEFAULTS ON"],
    );
}
