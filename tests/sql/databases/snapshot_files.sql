-- docs/relational-databases/databases/database-snapshots-sql-server.md: a snapshot has a file for each data file of its source, and
-- always is of an entire database. Files can't be dropped from a source. Messages of database-engine-events-and-errors-*.md.
CREATE DATABASE V ON PRIMARY (NAME = one, FILENAME = 'one.mdf'), FILEGROUP f (NAME = two, FILENAME = 'two.ndf')
    LOG ON (NAME = three, FILENAME = 'three.ldf');
ALTER DATABASE V ADD FILE (NAME = four, FILENAME = 'four.ndf') TO FILEGROUP f;
GO
USE V;
CREATE TABLE dbo.a(n int PRIMARY KEY);
CREATE TABLE dbo.b(n int PRIMARY KEY, s char(4000) NOT NULL DEFAULT 'x') ON f;
INSERT INTO dbo.a VALUES (1);
INSERT INTO dbo.b(n) SELECT value FROM GENERATE_SERIES(1, 50);
USE master;
GO
CREATE DATABASE V_s ON (NAME = one, FILENAME = 'one.ss'), (NAME = two, FILENAME = 'two.ss') AS SNAPSHOT OF V;
GO
CREATE DATABASE V_s ON (NAME = one, FILENAME = 'one.ss'), (NAME = two, FILENAME = 'two.ss'), (NAME = three, FILENAME = 'three.ss'),
    (NAME = four, FILENAME = 'four.ss') AS SNAPSHOT OF V;
GO
CREATE DATABASE V_s ON (NAME = one, FILENAME = 'one.ss'), (NAME = two, FILENAME = 'two.ss'), (NAME = TWO, FILENAME = 'three.ss'),
    (NAME = four, FILENAME = 'four.ss') AS SNAPSHOT OF V;
GO
CREATE DATABASE V_s ON (NAME = four, FILENAME = 'four.ss'), (NAME = one, FILENAME = 'one.ss'), (NAME = two, FILENAME = 'two.ss')
    AS SNAPSHOT OF V;
GO
SELECT name, type_desc, is_sparse FROM V_s.sys.database_files ORDER BY file_id;
GO
DELETE V.dbo.b WHERE n > 10;
INSERT INTO V.dbo.a VALUES (2);
SELECT (SELECT count(*) FROM V.dbo.a) AS a, (SELECT count(*) FROM V.dbo.b) AS b;
SELECT (SELECT count(*) FROM V_s.dbo.a) AS a, (SELECT count(*) FROM V_s.dbo.b) AS b;
GO
ALTER DATABASE V REMOVE FILE four;
GO
ALTER DATABASE V_s REMOVE FILE four;
GO
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
GO
-- @crash
SELECT (SELECT count(*) FROM V.dbo.a) AS a, (SELECT count(*) FROM V.dbo.b) AS b;
DBCC CHECKDB (V) WITH NO_INFOMSGS;
DBCC CHECKDB (V_s) WITH NO_INFOMSGS;
GO
-- revert-a-database-to-a-database-snapshot.md: the files must be those of the snapshot.
ALTER DATABASE V ADD FILE (NAME = five, FILENAME = 'five.ndf') TO FILEGROUP f;
GO
RESTORE DATABASE V FROM DATABASE_SNAPSHOT = 'V_s';
GO
DROP DATABASE V_s;
SELECT (SELECT count(*) FROM V.dbo.a) AS a, (SELECT count(*) FROM V.dbo.b) AS b;
DROP DATABASE V;
GO
