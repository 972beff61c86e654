-- docs/t-sql/database-console-commands/dbcc-opentran-transact-sql.md: the oldest active transaction in the log of a database, as messages or as rows.
DBCC OPENTRAN;
GO
DBCC OPENTRAN WITH NO_INFOMSGS;
GO
-- The page's examples: what differs from run to run is cut off.
CREATE TABLE dbo.T1(Col1 int, Col2 char(3));
GO
CREATE TABLE #OpenTranStatus (ActiveTransaction varchar(25), Details sql_variant);
BEGIN TRAN;
INSERT INTO dbo.T1 VALUES (101, 'abc');
INSERT INTO #OpenTranStatus EXEC ('DBCC OPENTRAN WITH TABLERESULTS, NO_INFOMSGS');
SELECT ActiveTransaction, CASE ActiveTransaction
    WHEN 'OLDACT_SPID' THEN CASE CAST(Details AS varchar(10)) WHEN CAST(@@SPID AS varchar(10)) THEN 'this session' END
    WHEN 'OLDACT_LSN' THEN CASE WHEN CAST(Details AS varchar(50)) LIKE '([1-9]%:%:%)' THEN 'three numbers' END
    WHEN 'OLDACT_STARTTIME' THEN CASE WHEN CAST(Details AS varchar(50)) LIKE '[A-Z][a-z][a-z] [ 0-3][0-9] 20[0-9][0-9] [ 1][0-9]:[0-5][0-9]:[0-5][0-9]:[0-9][0-9][0-9][AP]M' THEN 'as style 109' END
    ELSE CAST(Details AS varchar(50)) END AS Details FROM #OpenTranStatus;
ROLLBACK TRAN;
DROP TABLE #OpenTranStatus;
GO
-- Without transactions there is nothing else to say.
DBCC OPENTRAN;
GO
-- A transaction that has logged nothing is not in the log; one of another database is not in this one's.
CREATE DATABASE V;
GO
BEGIN TRANSACTION named;
DBCC OPENTRAN;
INSERT dbo.T1 VALUES (1, 'a');
DBCC OPENTRAN (V);
DBCC OPENTRAN ('V') WITH NO_INFOMSGS;
USE V;
DBCC OPENTRAN (0);
CREATE TABLE #of_master (what nvarchar(30), value nvarchar(256));
INSERT #of_master EXEC ('DBCC OPENTRAN (1) WITH TABLERESULTS');
INSERT #of_master EXEC ('DBCC OPENTRAN (master) WITH TABLERESULTS, NO_INFOMSGS');
SELECT what, COUNT(DISTINCT value) AS value FROM #of_master GROUP BY what ORDER BY what;
SELECT value FROM #of_master WHERE what = 'OLDACT_NAME';
USE master;
ROLLBACK;
GO
-- Rows, of which there are none, have their columns all the same.
DBCC OPENTRAN WITH TABLERESULTS;
GO
-- The oldest of several is shown, whose session it is or not.
-- @session one
BEGIN TRANSACTION older;
INSERT dbo.T1 VALUES (2, 'b');
GO
-- @session two
BEGIN TRANSACTION younger;
INSERT dbo.T1 VALUES (3, 'c');
CREATE TABLE #shown (what nvarchar(30), value nvarchar(256));
INSERT #shown EXEC ('DBCC OPENTRAN WITH TABLERESULTS');
SELECT value FROM #shown WHERE what = 'OLDACT_NAME';
GO
-- @session one
ROLLBACK;
GO
-- @session two
INSERT #shown EXEC ('DBCC OPENTRAN WITH TABLERESULTS');
SELECT value FROM #shown WHERE what = 'OLDACT_NAME' ORDER BY value;
ROLLBACK;
GO
-- What is wrong.
DBCC OPENTRAN (32000);
GO
DBCC OPENTRAN (nowhere);
GO
DBCC OPENTRAN (V, 1);
GO
DBCC OPENTRAN WITH TABLOCK;
GO
-- Only a member of sysadmin or db_owner may.
CREATE LOGIN reader WITH PASSWORD = 'Some_words_1';
EXECUTE AS LOGIN = 'reader';
DBCC OPENTRAN;
GO
REVERT;
GO
