-- docs/relational-databases/system-dynamic-management-views/sys-dm-tran-active-transactions-transact-sql.md, sys-dm-tran-session-transactions-transact-sql.md,
-- sys-dm-tran-database-transactions-transact-sql.md, sys-dm-tran-current-transaction-transact-sql.md, docs/t-sql/functions/current-transaction-id-transact-sql.md.
-- A statement that is a transaction of its own reads, nobody began it, and the next one is another; it is none of its session's.
SELECT s.session_id - @@SPID AS own, a.name, a.transaction_type, a.transaction_state, a.transaction_uow, s.enlist_count, s.is_user_transaction, s.is_local,
       s.is_enlisted, s.is_bound, s.open_transaction_count
FROM sys.dm_tran_session_transactions AS s JOIN sys.dm_tran_active_transactions AS a ON a.transaction_id = s.transaction_id;
SELECT COUNT(*) AS one_number FROM sys.dm_tran_current_transaction AS c
JOIN sys.dm_exec_requests AS r ON r.transaction_id = c.transaction_id AND r.session_id = @@SPID AND r.open_transaction_count = 0
WHERE c.transaction_id = CURRENT_TRANSACTION_ID() AND c.transaction_is_snapshot = 0;
GO
CREATE TABLE #seen(place int IDENTITY, number bigint);
INSERT #seen VALUES (CURRENT_TRANSACTION_ID());
INSERT #seen VALUES (CURRENT_TRANSACTION_ID());
INSERT #seen SELECT transaction_id FROM sys.dm_tran_current_transaction;
DECLARE @first bigint = CURRENT_TRANSACTION_ID(), @second bigint;
SET @second = CURRENT_TRANSACTION_ID();
INSERT #seen VALUES (@first), (@second);
SELECT COUNT(*) AS statements, COUNT(DISTINCT number) AS numbers FROM #seen;
SELECT CASE WHEN CURRENT_TRANSACTION_ID() = CURRENT_TRANSACTION_ID() THEN 'the same' ELSE 'another' END AS in_one_statement;
DECLARE @one sql_variant = (SELECT CURRENT_TRANSACTION_ID());
SELECT SQL_VARIANT_PROPERTY(@one, 'BaseType') AS type;
GO
SELECT CURRENT_TRANSACTION_ID(1);
GO
-- BEGIN TRANSACTION: one number until it ends, for its name, its depth, its locks and its databases.
CREATE TABLE dbo.t(a int NOT NULL);
GO
BEGIN TRANSACTION;
DECLARE @number bigint = CURRENT_TRANSACTION_ID();
SELECT a.name, a.transaction_type, s.is_user_transaction, s.open_transaction_count, COUNT(d.database_id) AS databases
FROM sys.dm_tran_active_transactions AS a JOIN sys.dm_tran_session_transactions AS s ON s.transaction_id = a.transaction_id
LEFT JOIN sys.dm_tran_database_transactions AS d ON d.transaction_id = a.transaction_id WHERE a.transaction_id = @number
GROUP BY a.name, a.transaction_type, s.is_user_transaction, s.open_transaction_count;
BEGIN TRANSACTION inner_one;
INSERT dbo.t VALUES (1);
SELECT a.name, s.open_transaction_count, e.open_transaction_count AS of_session, DB_NAME(d.database_id) AS db, d.database_transaction_type,
       d.database_transaction_state, CASE WHEN d.database_transaction_log_record_count >= 2 THEN 'a beginning and a row' END AS records,
       CASE WHEN d.database_transaction_log_bytes_used > 0 THEN 'some' END AS bytes,
       CASE WHEN d.database_transaction_log_bytes_reserved > 0 THEN 'some' END AS reserved,
       CASE WHEN d.database_transaction_begin_lsn < d.database_transaction_last_lsn THEN 'a record after it' END AS last,
       CASE WHEN DATEDIFF(HOUR, d.database_transaction_begin_time, GETDATE()) = 0 AND a.transaction_begin_time <= DATEADD(SECOND, 1, d.database_transaction_begin_time)
            THEN 'now' END AS began
FROM sys.dm_tran_active_transactions AS a JOIN sys.dm_tran_session_transactions AS s ON s.transaction_id = a.transaction_id
JOIN sys.dm_exec_sessions AS e ON e.session_id = s.session_id
JOIN sys.dm_tran_database_transactions AS d ON d.transaction_id = a.transaction_id WHERE a.transaction_id = @number;
SELECT DISTINCT request_owner_type, CASE request_owner_id WHEN @number THEN 'it' END AS owner FROM sys.dm_tran_locks
WHERE request_session_id = @@SPID AND resource_type IN ('OBJECT', 'XACT');
SAVE TRANSACTION here;
INSERT dbo.t VALUES (2);
ROLLBACK TRANSACTION here;
COMMIT;
SELECT s.open_transaction_count, CASE s.transaction_id WHEN @number THEN 'it' END AS number FROM sys.dm_tran_session_transactions AS s;
COMMIT;
SELECT CASE WHEN CURRENT_TRANSACTION_ID() = @number THEN 'the same' ELSE 'another' END AS afterwards, COUNT(*) AS known
FROM sys.dm_tran_active_transactions WHERE transaction_id = @number;
GO
-- Names, and transactions that a statement began.
BEGIN TRANSACTION CandidateDelete;
SELECT name FROM sys.dm_tran_active_transactions;
ROLLBACK;
BEGIN TRANSACTION;
SELECT name FROM sys.dm_tran_active_transactions;
ROLLBACK;
SET IMPLICIT_TRANSACTIONS ON;
INSERT dbo.t VALUES (3);
SELECT a.name, s.is_user_transaction, s.open_transaction_count FROM sys.dm_tran_active_transactions AS a
JOIN sys.dm_tran_session_transactions AS s ON s.transaction_id = a.transaction_id;
ROLLBACK;
SET IMPLICIT_TRANSACTIONS OFF;
GO
-- What changes rows by itself, and a trigger within it: @@TRANCOUNT is 1 there.
SELECT 0 AS depth, name INTO dbo.seen FROM sys.dm_tran_active_transactions;
INSERT dbo.seen SELECT 0, name FROM sys.dm_tran_active_transactions;
UPDATE s SET name += ' ' + a.name FROM dbo.seen AS s CROSS JOIN sys.dm_tran_active_transactions AS a WHERE s.name = 'INSERT';
GO
CREATE TRIGGER dbo.of_t ON dbo.t AFTER DELETE AS
    INSERT dbo.seen SELECT s.open_transaction_count, a.name FROM sys.dm_tran_active_transactions AS a
    JOIN sys.dm_tran_session_transactions AS s ON s.transaction_id = a.transaction_id WHERE a.transaction_id = CURRENT_TRANSACTION_ID();
GO
DELETE dbo.t;
SELECT depth, name FROM dbo.seen ORDER BY depth, name;
SELECT COUNT(*) AS open_ones FROM sys.dm_tran_session_transactions WHERE is_user_transaction = 1;
GO
-- A snapshot's; and an INSERT of what a procedure gives is one transaction with it.
CREATE PROCEDURE dbo.number AS SELECT CURRENT_TRANSACTION_ID(); SELECT CURRENT_TRANSACTION_ID();
GO
CREATE TABLE dbo.given(number bigint);
INSERT dbo.given EXEC dbo.number;
SELECT COUNT(*) AS statements, COUNT(DISTINCT number) AS numbers FROM dbo.given;
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
SELECT transaction_is_snapshot FROM sys.dm_tran_current_transaction;
BEGIN TRANSACTION;
SELECT transaction_is_snapshot FROM sys.dm_tran_current_transaction;
COMMIT;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
GO
-- A function of several statements is part of what calls it.
CREATE FUNCTION dbo.numbers() RETURNS @rows TABLE (number bigint) AS
BEGIN
    INSERT @rows VALUES (CURRENT_TRANSACTION_ID());
    INSERT @rows SELECT transaction_id FROM sys.dm_tran_current_transaction;
    RETURN;
END
GO
SELECT COUNT(*) AS statements, COUNT(DISTINCT number) AS numbers FROM
(SELECT number FROM dbo.numbers() UNION ALL SELECT CURRENT_TRANSACTION_ID()) AS all_of_them;
GO
-- Others see it, and that its session does nothing.
-- @session one
CREATE DATABASE other;
GO
BEGIN TRANSACTION shown;
INSERT dbo.t VALUES (4);
CREATE TABLE other.dbo.u(a int);
INSERT other.dbo.u VALUES (1);
GO
-- @session two
SELECT a.name, a.transaction_type, s.enlist_count, s.is_user_transaction, DB_NAME(d.database_id) AS db, d.database_transaction_state
FROM sys.dm_tran_active_transactions AS a JOIN sys.dm_tran_session_transactions AS s ON s.transaction_id = a.transaction_id
JOIN sys.dm_tran_database_transactions AS d ON d.transaction_id = a.transaction_id AND d.database_transaction_state = 4
WHERE s.session_id <> @@SPID ORDER BY db;
SELECT COUNT(DISTINCT transaction_id) AS transactions FROM sys.dm_tran_session_transactions;
GO
-- @session one
ROLLBACK;
GO
-- @session two
SELECT COUNT(*) AS transactions FROM sys.dm_tran_session_transactions WHERE session_id <> @@SPID;
GO
-- Permissions: VIEW SERVER STATE, but for the number of one's own.
CREATE LOGIN reader WITH PASSWORD = 'Some_words_1';
EXECUTE AS LOGIN = 'reader';
SELECT transaction_id FROM sys.dm_tran_active_transactions;
GO
SELECT CASE WHEN CURRENT_TRANSACTION_ID() > 0 THEN 'a number' END AS own;
REVERT;
GO
