-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (183, 452), -1000-to-1999.md (1715 to 1788), -8000-to-8999.md (8150, 8151,
-- 8168): the messages' texts. docs/t-sql/statements/create-table-transact-sql.md: ON DELETE and ON UPDATE, INSTEAD OF
-- triggers, timestamp columns; docs/relational-databases/tables/specify-computed-columns-in-a-table.md: actions of
-- foreign keys; docs/relational-databases/indexes/disable-indexes-and-constraints.md: keys of disabled indexes.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.p (id int NOT NULL CONSTRAINT pk_p PRIMARY KEY);
CREATE TYPE dbo.word FROM varchar(10);
GO
CREATE TABLE dbo.t (a decimal(5, 6));
GO
CREATE TABLE dbo.t (a dbo.word COLLATE Latin1_General_BIN);
GO
CREATE TABLE dbo.t (a int NULL NOT NULL);
GO
CREATE TABLE dbo.t (a int NULL NULL);
GO
CREATE TABLE dbo.t (a int PRIMARY KEY UNIQUE);
GO
CREATE TABLE dbo.t (a int CONSTRAINT c CHECK (a > 1), b int CONSTRAINT c CHECK (b > 1));
GO
CREATE TABLE dbo.t (a int CONSTRAINT c UNIQUE, b int CONSTRAINT C DEFAULT 1);
GO
CREATE TABLE dbo.t (a int, b AS a PERSISTED REFERENCES dbo.p (id) ON UPDATE CASCADE);
GO
CREATE TABLE dbo.t (a int, b AS a PERSISTED REFERENCES dbo.p (id) ON DELETE SET NULL);
GO
CREATE TABLE dbo.t (a int, b AS a PERSISTED REFERENCES dbo.p (id) ON DELETE CASCADE);
DROP TABLE dbo.t;
GO
CREATE TABLE dbo.t (a int IDENTITY CONSTRAINT fk REFERENCES dbo.p (id) ON UPDATE CASCADE);
GO
CREATE TABLE dbo.t (a int IDENTITY CONSTRAINT fk REFERENCES dbo.p (id) ON DELETE CASCADE);
DROP TABLE dbo.t;
GO
CREATE TABLE dbo.r (a rowversion PRIMARY KEY);
CREATE TABLE dbo.t (a rowversion CONSTRAINT fk REFERENCES dbo.r (a) ON DELETE CASCADE);
GO
CREATE TABLE dbo.t (a int);
GO
CREATE TRIGGER dbo.tr ON dbo.t INSTEAD OF DELETE AS RETURN;
GO
ALTER TABLE dbo.t ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES dbo.p (id) ON DELETE CASCADE;
GO
ALTER TABLE dbo.t ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES dbo.p (id) ON UPDATE CASCADE;
DROP TABLE dbo.t;
GO
ALTER INDEX pk_p ON dbo.p DISABLE;
CREATE TABLE dbo.t (a int CONSTRAINT fk REFERENCES dbo.p (id));
GO
CREATE TABLE dbo.q (id int NOT NULL CONSTRAINT pk_q PRIMARY KEY NONCLUSTERED);
ALTER INDEX pk_q ON dbo.q DISABLE;
CREATE TABLE dbo.t (a int CONSTRAINT fk REFERENCES dbo.q (id));
GO
CREATE TYPE dbo.[#t] AS TABLE (a int);
