-- docs/t-sql/statements/merge-transact-sql.md and recorded answers of SQL Server: two source rows for one target row fail only if one of
-- them updates it (8672), which ends the batch and rolls the transaction back. A row that several source rows delete is deleted once.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.target(id int NOT NULL PRIMARY KEY, v int NOT NULL);
INSERT INTO dbo.target VALUES (1, 10), (2, 20), (3, 30);
GO
MERGE dbo.target AS t USING (VALUES (2, 20), (2, 30)) AS s(id, v) ON t.id = s.id WHEN MATCHED THEN DELETE OUTPUT $action, deleted.id;
SELECT @@ROWCOUNT AS deleted;
SELECT id, v FROM dbo.target ORDER BY id;
GO
-- An update and a deletion of one row, in either order.
MERGE dbo.target AS t USING (VALUES (1, 1), (1, 2)) AS s(id, v) ON t.id = s.id
WHEN MATCHED AND s.v = 1 THEN UPDATE SET v = s.v WHEN MATCHED THEN DELETE;
PRINT 'not reached';
GO
MERGE dbo.target AS t USING (VALUES (1, 2), (1, 1)) AS s(id, v) ON t.id = s.id
WHEN MATCHED AND s.v = 1 THEN UPDATE SET v = s.v WHEN MATCHED THEN DELETE;
PRINT 'not reached';
GO
BEGIN TRANSACTION;
INSERT INTO dbo.target VALUES (4, 40);
MERGE dbo.target AS t USING (VALUES (4, 1), (4, 2)) AS s(id, v) ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v;
PRINT 'not reached';
GO
SELECT @@TRANCOUNT AS open_transactions;
SELECT id, v FROM dbo.target ORDER BY id;
GO
-- A TRY block catches 8672, and the transaction is doomed.
BEGIN TRANSACTION;
BEGIN TRY
    MERGE dbo.target AS t USING (VALUES (1, 1), (1, 2)) AS s(id, v) ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, XACT_STATE() AS state;
    ROLLBACK;
END CATCH;
GO
-- 10714 has the rows before the action, without BY TARGET.
MERGE dbo.target AS t USING (VALUES (1, 1)) AS s(id, v) ON t.id = s.id
WHEN MATCHED AND s.v = 1 THEN UPDATE SET v = 1 WHEN MATCHED AND s.v = 2 THEN UPDATE SET v = 2;
GO
MERGE dbo.target AS t USING (VALUES (1, 1)) AS s(id, v) ON t.id = s.id
WHEN NOT MATCHED BY TARGET AND s.v = 1 THEN INSERT VALUES (s.id, s.v) WHEN NOT MATCHED THEN INSERT VALUES (s.id, 2);
GO
MERGE dbo.target AS t USING (VALUES (1, 1)) AS s(id, v) ON t.id = s.id
WHEN NOT MATCHED BY SOURCE AND t.v = 1 THEN DELETE WHEN NOT MATCHED BY SOURCE THEN DELETE;
GO
