-- docs/t-sql/statements/alter-database-transact-sql-file-and-filegroup-options.md, READ_ONLY: "updates to objects in it aren't allowed";
-- "the primary filegroup can't be made read-only"; the change needs exclusive access to the database (5070, or a termination clause).
-- Messages: 652 and 1924 (database-engine-events-and-errors-0-to-999.md, -1000-to-1999.md), 3740, 5045 to 5050, 3906.
CREATE DATABASE Years ON PRIMARY (NAME = y1), FILEGROUP Old (NAME = y2), FILEGROUP Now (NAME = y3);
GO
USE Years;
CREATE TABLE dbo.T (a INT NOT NULL CONSTRAINT PK_T PRIMARY KEY, b INT NOT NULL) ON Old;
CREATE TABLE dbo.H (a INT NOT NULL) ON Old;
CREATE TABLE dbo.U (a INT NOT NULL CONSTRAINT PK_U PRIMARY KEY, b INT NOT NULL, c INT NOT NULL) ON Now;
CREATE INDEX IX_U ON dbo.U(b) ON Old;
CREATE TABLE dbo.L (a INT NOT NULL, b VARCHAR(MAX)) ON Now TEXTIMAGE_ON Old;
INSERT dbo.T VALUES (1, 1), (2, 2);
INSERT dbo.H VALUES (1);
INSERT dbo.U VALUES (1, 1, 1);
INSERT dbo.L VALUES (1, 'x');
GO
CREATE PROCEDURE dbo.Put @a INT AS INSERT dbo.T VALUES (@a, @a);
GO
ALTER DATABASE Years MODIFY FILEGROUP Old READ_ONLY;
SELECT name, is_read_only FROM sys.filegroups ORDER BY data_space_id;
SELECT name, is_read_only FROM sys.database_files ORDER BY file_id;
SELECT FILEGROUPPROPERTY('Old', 'IsReadOnly') AS old, FILEGROUPPROPERTY('Now', 'IsReadOnly') AS now, FILEPROPERTY('y2', 'IsReadOnly') AS y2,
       FILEPROPERTY('y3', 'IsReadOnly') AS y3;
SELECT groupname, status FROM sysfilegroups ORDER BY groupid;
SELECT a, b FROM dbo.T ORDER BY a;
GO
INSERT dbo.T VALUES (3, 3);
GO
-- A procedure may be defined over a table in a read-only filegroup; its statement fails when it runs.
CREATE PROCEDURE dbo.Later @a INT AS SELECT @a AS before; INSERT dbo.T VALUES (@a, @a);
GO
EXEC dbo.Later 9;
GO
UPDATE dbo.T SET b = 5;
GO
DELETE dbo.H;
GO
MERGE dbo.T AS t USING dbo.H AS h ON t.a = h.a WHEN MATCHED THEN DELETE;
GO
-- An index in a read-only filegroup: columns outside of it may change.
UPDATE dbo.U SET c = 7;
SELECT c FROM dbo.U;
GO
UPDATE dbo.U SET b = 7;
GO
INSERT dbo.U VALUES (2, 2, 2);
GO
INSERT dbo.L VALUES (2, 'y');
GO
TRUNCATE TABLE dbo.H;
GO
DROP TABLE dbo.H;
GO
ALTER TABLE dbo.H ADD c INT NOT NULL DEFAULT 1;
GO
ALTER INDEX PK_T ON dbo.T REBUILD;
GO
CREATE TABLE dbo.N (a INT) ON Old;
GO
SELECT a INTO dbo.N ON Old FROM dbo.T;
GO
CREATE INDEX IX_T ON dbo.T(b);
GO
-- The rows are read only, so an index elsewhere can be made.
CREATE INDEX IX_T ON dbo.T(b) ON Now;
GO
SELECT a FROM dbo.T WITH (INDEX (IX_T)) WHERE b = 2;
GO
ALTER DATABASE Years ADD FILE (NAME = y4) TO FILEGROUP Old;
GO
ALTER DATABASE Years REMOVE FILE y2;
GO
ALTER DATABASE Years MODIFY FILE (NAME = y2, SIZE = 5MB);
GO
ALTER DATABASE Years MODIFY FILEGROUP Old READONLY;
GO
ALTER DATABASE Years MODIFY FILEGROUP [PRIMARY] READ_ONLY;
GO
ALTER DATABASE Years ADD FILEGROUP Empty;
ALTER DATABASE Years MODIFY FILEGROUP Empty READ_ONLY;
GO
-- @crash
USE Years;
SELECT name FROM sys.filegroups WHERE is_read_only = 1;
GO
INSERT dbo.T VALUES (3, 3);
GO
-- A compiled statement of another session is refused and let through again.
EXEC dbo.Put 3;
GO
ALTER DATABASE Years MODIFY FILEGROUP Old READ_WRITE;
EXEC dbo.Put 4;
GO
-- @session other
USE Years;
EXEC dbo.Put 5;
GO
-- @session
ALTER DATABASE Years MODIFY FILEGROUP Old READ_ONLY;
GO
-- @session other
USE master;
EXEC Years.dbo.Put 6;
GO
-- @session
ALTER DATABASE Years MODIFY FILEGROUP Old READ_ONLY WITH NO_WAIT;
EXEC dbo.Put 7;
GO
-- @session other
EXEC Years.dbo.Put 8;
GO
-- @session
SELECT a FROM dbo.T ORDER BY a;
ALTER DATABASE Years MODIFY FILEGROUP Old READWRITE WITH ROLLBACK IMMEDIATE;
DROP TABLE dbo.H;
GO
-- Files of a read-only database don't change.
ALTER DATABASE Years SET READ_ONLY;
GO
ALTER DATABASE Years ADD FILE (NAME = y5);
GO
ALTER DATABASE Years REMOVE FILE y3;
GO
ALTER DATABASE Years MODIFY FILE (NAME = y3, SIZE = 5MB);
GO
ALTER DATABASE Years ADD FILEGROUP Later;
GO
ALTER DATABASE Years MODIFY FILEGROUP Now DEFAULT;
GO
USE master;
DROP DATABASE Years;
