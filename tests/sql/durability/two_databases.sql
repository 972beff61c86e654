-- docs/t-sql/statements/create-database-transact-sql.md: databases are apart; each is there after a crash with what was committed in it.
CREATE DATABASE A;
CREATE DATABASE B;
GO
CREATE TABLE A.dbo.t(id int);
CREATE TABLE B.dbo.t(id int);
INSERT INTO A.dbo.t(id) VALUES (1);
INSERT INTO B.dbo.t(id) VALUES (2);
GO
-- @crash
SELECT id FROM A.dbo.t;
SELECT id FROM B.dbo.t;
CREATE DATABASE C;
GO
-- @crash
USE C;
GO
CREATE TABLE dbo.t(id int);
GO
-- @restart
SELECT id FROM C.dbo.t;
SELECT id FROM A.dbo.t;
