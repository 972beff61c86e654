-- Recorded answers of SQL Server: the triggers of tables that cascades change run before the statement's own, the last table of a chain first, the youngest
-- foreign key first. docs/relational-databases/tables/primary-and-foreign-key-constraints.md has the cascades.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.log(seq int IDENTITY, what varchar(30));
CREATE TABLE dbo.z(id int PRIMARY KEY, pid int);
CREATE TABLE dbo.q(id int PRIMARY KEY);
CREATE TABLE dbo.a(id int PRIMARY KEY, qid int REFERENCES dbo.q ON DELETE SET NULL);
CREATE TABLE dbo.b(id int PRIMARY KEY, qid int REFERENCES dbo.q ON DELETE CASCADE);
CREATE TABLE dbo.bb(id int PRIMARY KEY, bid int REFERENCES dbo.b ON DELETE CASCADE);
CREATE TABLE dbo.d(id int PRIMARY KEY, qid int REFERENCES dbo.q ON DELETE CASCADE);
CREATE TABLE dbo.dd(id int PRIMARY KEY, did int REFERENCES dbo.d ON DELETE CASCADE);
ALTER TABLE dbo.z ADD CONSTRAINT fk_z FOREIGN KEY (pid) REFERENCES dbo.q ON DELETE CASCADE;
INSERT dbo.q VALUES (1), (2);
INSERT dbo.a VALUES (1, 1);
INSERT dbo.b VALUES (1, 1), (2, 2);
INSERT dbo.bb VALUES (1, 1), (2, 2);
INSERT dbo.d VALUES (1, 1);
INSERT dbo.dd VALUES (1, 1);
INSERT dbo.z VALUES (1, 1);
GO
CREATE TRIGGER dbo.tq ON dbo.q AFTER DELETE AS INSERT dbo.log SELECT CONCAT('q ', @@ROWCOUNT);
GO
CREATE TRIGGER dbo.ta ON dbo.a AFTER UPDATE AS INSERT dbo.log SELECT CONCAT('a ', @@ROWCOUNT);
GO
CREATE TRIGGER dbo.tb ON dbo.b AFTER DELETE AS INSERT dbo.log SELECT CONCAT('b ', @@ROWCOUNT);
GO
CREATE TRIGGER dbo.tbb ON dbo.bb AFTER DELETE AS INSERT dbo.log SELECT CONCAT('bb ', @@ROWCOUNT);
GO
CREATE TRIGGER dbo.td ON dbo.d AFTER DELETE AS INSERT dbo.log SELECT CONCAT('d ', @@ROWCOUNT);
GO
CREATE TRIGGER dbo.tdd ON dbo.dd AFTER DELETE AS INSERT dbo.log SELECT CONCAT('dd ', @@ROWCOUNT);
GO
CREATE TRIGGER dbo.tz ON dbo.z AFTER DELETE AS INSERT dbo.log SELECT CONCAT('z ', @@ROWCOUNT);
GO
SET NOCOUNT ON;
DELETE dbo.q;
SELECT STRING_AGG(what, ', ') WITHIN GROUP (ORDER BY seq) AS fired FROM dbo.log; --> z 1, dd 1, d 1, bb 2, b 2, a 1, q 2
GO
