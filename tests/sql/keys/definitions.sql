-- docs/t-sql/statements/create-table-transact-sql.md, "PRIMARY KEY constraints", "UNIQUE constraints"; texts of the messages:
-- docs/relational-databases/errors-events/database-engine-events-and-errors-1000-to-1999.md, ...-8000-to-8999.md.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int PRIMARY KEY, b int PRIMARY KEY);
GO
CREATE TABLE dbo.t(a int NULL PRIMARY KEY);
GO
CREATE TABLE dbo.t(a int NULL, CONSTRAINT PK_t PRIMARY KEY (a));
GO
CREATE TABLE dbo.t(a int NOT NULL, b int, CONSTRAINT PK_t PRIMARY KEY CLUSTERED (a), CONSTRAINT UQ_t UNIQUE CLUSTERED (b));
GO
CREATE TABLE dbo.t(a int, CONSTRAINT UQ_t UNIQUE (a, a));
GO
CREATE TABLE dbo.t(a int, CONSTRAINT UQ_t UNIQUE (b));
GO
CREATE TABLE dbo.t(a varchar(max), CONSTRAINT UQ_t UNIQUE (a));
GO
CREATE TABLE dbo.t(a char(901) NOT NULL, CONSTRAINT PK_t PRIMARY KEY (a));
GO
CREATE TABLE dbo.t(a char(1701) NOT NULL, CONSTRAINT UQ_t UNIQUE (a));
GO
CREATE TABLE dbo.t(a int CONSTRAINT PK_t PRIMARY KEY);
CREATE TABLE dbo.u(a int CONSTRAINT PK_t PRIMARY KEY);
GO
CREATE TABLE dbo.u(a int CONSTRAINT t PRIMARY KEY);
GO
CREATE TABLE dbo.PK_t(a int);
GO
-- With a clustered UNIQUE the primary key is not clustered by default: rows are in the order of the other.
CREATE TABLE dbo.u(a int PRIMARY KEY, b int UNIQUE CLUSTERED);
INSERT INTO dbo.u VALUES (1, 30), (2, 20), (3, NULL);
SELECT * FROM dbo.u;
GO
-- A constraint's name is free again with its table.
DROP TABLE dbo.t;
CREATE TABLE dbo.t(a varchar(1000) CONSTRAINT PK_t PRIMARY KEY);
GO
INSERT INTO dbo.t VALUES (REPLICATE('a', 900));
GO
INSERT INTO dbo.t VALUES (REPLICATE('a', 901));
GO
CREATE TABLE dbo.i(a int, b int, c int, INDEX i_b (b), INDEX i_c UNIQUE (c) INCLUDE (a));
INSERT INTO dbo.i VALUES (1, 2, 3), (1, 2, 4);
GO
INSERT INTO dbo.i VALUES (1, 2, 3);
GO
CREATE TABLE dbo.j(a int INDEX i_a CLUSTERED, b int, INDEX i_b UNIQUE (b));
INSERT INTO dbo.j VALUES (2, 2), (1, 1), (2, 3), (1, 4), (NULL, 5);
SELECT * FROM dbo.j;
GO
CREATE TABLE dbo.k(a int, b int, INDEX i_a CLUSTERED (a), INDEX i_b CLUSTERED (b));
GO
CREATE TABLE dbo.k(a int, b int, INDEX i_a (a), INDEX i_a (b));
GO
CREATE TABLE dbo.k(a int, b int, INDEX i_a CLUSTERED (a) INCLUDE (b));
GO
