-- What a FOREIGN KEY cannot be: docs/t-sql/statements/create-table-transact-sql.md, FOREIGN KEY constraints; numbers of docs/relational-databases/errors-events.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.P (id int PRIMARY KEY, code varchar(10) UNIQUE, other int NOT NULL, amount decimal(10, 2) UNIQUE);
CREATE TABLE dbo.NoKey (id int);
CREATE SEQUENCE dbo.seq;
GO
-- 1767: no such table; 1768: no table.
CREATE TABLE dbo.C (a int CONSTRAINT FK REFERENCES dbo.nosuch(id));
GO
CREATE TABLE dbo.C (a int CONSTRAINT FK REFERENCES dbo.seq(id));
GO
-- 1769, 1770: no such column.
CREATE TABLE dbo.C (a int, CONSTRAINT FK FOREIGN KEY (b) REFERENCES dbo.P(id));
GO
CREATE TABLE dbo.C (a int CONSTRAINT FK REFERENCES dbo.P(nosuch));
GO
-- 1773: no primary key; 1776: no key of these columns.
CREATE TABLE dbo.C (a int CONSTRAINT FK REFERENCES dbo.NoKey);
GO
CREATE TABLE dbo.C (a int CONSTRAINT FK REFERENCES dbo.P(other));
GO
CREATE TABLE dbo.C (a int, b varchar(10), CONSTRAINT FK FOREIGN KEY (a, b) REFERENCES dbo.P(id, code));
GO
-- 1774, 8139: another number of columns.
CREATE TABLE dbo.C (a int, b int, CONSTRAINT FK FOREIGN KEY (a, b) REFERENCES dbo.P);
GO
CREATE TABLE dbo.C (a int, b int, CONSTRAINT FK FOREIGN KEY (a, b) REFERENCES dbo.P(id));
GO
-- 1778: another type; 1753: another length or scale.
CREATE TABLE dbo.C (a bigint CONSTRAINT FK REFERENCES dbo.P(id));
GO
CREATE TABLE dbo.C (a varchar(11) CONSTRAINT FK REFERENCES dbo.P(code));
GO
CREATE TABLE dbo.C (a decimal(10, 3) CONSTRAINT FK REFERENCES dbo.P(amount));
GO
-- 1762, 1761: what an action would put in is not allowed there.
CREATE TABLE dbo.C (a int NOT NULL CONSTRAINT FK REFERENCES dbo.P(id) ON DELETE SET NULL);
GO
CREATE TABLE dbo.C (a int NOT NULL CONSTRAINT FK REFERENCES dbo.P(id) ON UPDATE SET DEFAULT);
GO
-- 1763: another database.
CREATE TABLE dbo.C (a int CONSTRAINT FK REFERENCES master.dbo.P(id));
GO
-- 1764: a computed column that is not stored; a stored one may refer.
CREATE TABLE dbo.C (a int, b AS a + 1, CONSTRAINT FK FOREIGN KEY (b) REFERENCES dbo.P(id));
GO
CREATE TABLE dbo.C (a int, b AS a + 1 PERSISTED, CONSTRAINT FK FOREIGN KEY (b) REFERENCES dbo.P(id));
INSERT dbo.P VALUES (5, 'x', 1, 1);
INSERT dbo.C VALUES (4);
INSERT dbo.C VALUES (5);
GO
-- 1785: cycles, and several ways from one table to another.
CREATE TABLE dbo.T (id int PRIMARY KEY, parent int CONSTRAINT FK_self REFERENCES dbo.T(id) ON DELETE CASCADE);
GO
CREATE TABLE dbo.A (id int PRIMARY KEY);
CREATE TABLE dbo.B (id int PRIMARY KEY, a int REFERENCES dbo.A(id) ON DELETE CASCADE);
CREATE TABLE dbo.D (id int PRIMARY KEY, a int REFERENCES dbo.A(id) ON DELETE CASCADE);
GO
CREATE TABLE dbo.E (b int REFERENCES dbo.B(id) ON DELETE CASCADE, d int CONSTRAINT FK_two_ways REFERENCES dbo.D(id) ON DELETE SET NULL);
GO
CREATE TABLE dbo.E (a1 int REFERENCES dbo.A(id) ON DELETE CASCADE, a2 int CONSTRAINT FK_two_ways REFERENCES dbo.A(id) ON DELETE CASCADE);
GO
ALTER TABLE dbo.A ADD b int CONSTRAINT FK_circle REFERENCES dbo.B(id) ON DELETE CASCADE;
GO
CREATE TABLE dbo.E (b int REFERENCES dbo.B(id) ON DELETE CASCADE, d int REFERENCES dbo.D(id));
DROP TABLE dbo.E;
GO
-- 2714: the name is taken.
CREATE TABLE dbo.E (a int CONSTRAINT FK REFERENCES dbo.P(id));
GO
CREATE TABLE #t (a int CONSTRAINT FK_temp REFERENCES dbo.P(id));
GO
