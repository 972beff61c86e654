-- sys.dm_tran_version_store_space_usage
-- (docs/relational-databases/system-dynamic-management-views/sys-dm-tran-version-store-space-usage.md): a row a database, the pages that its
-- row versions take in tempdb, and the same in kilobytes. Versions are in memory as long as there is room for them there.
SET NOCOUNT ON;
CREATE DATABASE A;
ALTER DATABASE A SET READ_COMMITTED_SNAPSHOT ON;
GO
CREATE TABLE A.dbo.T(a INT NOT NULL);
INSERT A.dbo.T VALUES (1), (2);
BEGIN TRAN;
UPDATE A.dbo.T SET a = a + 1;
SELECT DB_NAME(database_id) AS name, reserved_page_count, reserved_space_kb FROM sys.dm_tran_version_store_space_usage;
ROLLBACK;
