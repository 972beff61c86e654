-- docs/relational-databases/sequence-numbers/sequence-numbers.md: numbers are given outside the scope of the transaction, and used up whether it
-- commits or is rolled back. The definition itself is rolled back like other definitions.
CREATE SEQUENCE dbo.s AS int START WITH 1 CACHE 3;
CREATE TABLE dbo.t(id int NOT NULL);
GO
SET NOCOUNT ON;
BEGIN TRAN;
INSERT INTO dbo.t VALUES (NEXT VALUE FOR dbo.s);
INSERT INTO dbo.t VALUES (NEXT VALUE FOR dbo.s);
ROLLBACK;
INSERT INTO dbo.t VALUES (NEXT VALUE FOR dbo.s);
SELECT id FROM dbo.t;
GO
BEGIN TRAN;
CREATE SEQUENCE dbo.other AS int START WITH 1;
SELECT NEXT VALUE FOR dbo.other AS other;
DROP SEQUENCE dbo.s;
ROLLBACK;
SELECT NEXT VALUE FOR dbo.s AS s;
SELECT NEXT VALUE FOR dbo.other AS other;
GO
BEGIN TRAN;
ALTER SEQUENCE dbo.s RESTART WITH 1000 CACHE 10;
SELECT NEXT VALUE FOR dbo.s AS restarted;
ROLLBACK;
SELECT NEXT VALUE FOR dbo.s AS s;
ALTER SEQUENCE dbo.s CACHE 10;
SELECT NEXT VALUE FOR dbo.s AS s;
GO
BEGIN TRAN;
ALTER SEQUENCE dbo.s RESTART WITH 2000;
SELECT NEXT VALUE FOR dbo.s AS restarted;
GO
-- @crash
SELECT NEXT VALUE FOR dbo.s AS after_the_crash;
BEGIN TRAN;
ALTER SEQUENCE dbo.s RESTART WITH 3000;
COMMIT;
GO
-- @crash
SELECT NEXT VALUE FOR dbo.s AS restarted;
GO
