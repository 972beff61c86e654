-- COMMIT_RECEIPT and sys.fn_commit_state are this project's own (docs/decisions/2026-11-29-receipts.md).
-- @session main
CREATE DATABASE V;
ALTER DATABASE V SET DELAYED_DURABILITY = ALLOWED;
GO
USE V;
SELECT COMMIT_RECEIPT() AS none_yet;
GO
CREATE TABLE dbo.t(a int);
CREATE TABLE dbo.receipts(name varchar(20), receipt varbinary(20));
GO
DECLARE @first varbinary(20), @second varbinary(20);
INSERT INTO dbo.t VALUES (1);
SET @first = COMMIT_RECEIPT();
INSERT INTO dbo.t VALUES (2);
SET @second = COMMIT_RECEIPT();
SELECT DATALENGTH(@first) AS bytes, CASE WHEN @first < @second THEN 'later' END AS [second],
    sys.fn_commit_state(@first) AS state_of_first;
INSERT INTO dbo.receipts VALUES ('before', @second);
GO
-- A statement that changes nothing and a rollback leave the receipt as it was.
DECLARE @before varbinary(20) = COMMIT_RECEIPT();
BEGIN TRANSACTION;
DELETE dbo.t;
ROLLBACK;
SELECT COUNT(*) AS rows_now FROM dbo.t;
SELECT CASE WHEN COMMIT_RECEIPT() = @before THEN 'the same' END AS receipt;
GO
CREATE DATABASE V_s ON (NAME = V, FILENAME = 's.ss') AS SNAPSHOT OF V;
CREATE DATABASE W AS COPY OF V;
INSERT INTO dbo.t VALUES (3);
DECLARE @after varbinary(20) = COMMIT_RECEIPT(), @before varbinary(20) = (SELECT receipt FROM dbo.receipts);
SELECT sys.fn_commit_state(@after) AS in_source;
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s' WITH KEEP_CONNECTIONS;
SELECT sys.fn_commit_state(@before) AS before_snapshot, sys.fn_commit_state(@after) AS after_snapshot;
INSERT INTO dbo.receipts VALUES ('after', @after);
SELECT sys.fn_commit_state(COMMIT_RECEIPT()) AS after_revert;
GO
-- @crash
USE V;
SELECT name, sys.fn_commit_state(receipt) AS state FROM dbo.receipts ORDER BY name;
GO
-- The copy answers for the commits that it contains.
USE W;
SELECT name, sys.fn_commit_state(receipt) AS state FROM V.dbo.receipts ORDER BY name;
SELECT sys.fn_commit_state(0x0102) AS no_receipt, sys.fn_commit_state(NULL) AS of_null;
GO
USE master;
DROP DATABASE V_s, W, V;
GO
