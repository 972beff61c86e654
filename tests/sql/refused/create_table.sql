-- Parts of CREATE TABLE that Sluice does not have yet (docs/t-sql/statements/create-table-transact-sql.md) are refused by name.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int PRIMARY KEY WITH (DATA_COMPRESSION = COLUMNSTORE));
GO
CREATE TABLE dbo.t(a int UNIQUE ON other);
GO
CREATE TABLE dbo.t(a int MASKED WITH (FUNCTION = 'default()'));
GO
CREATE TABLE dbo.t(a int) ON other;
GO
CREATE TABLE dbo.t(a int) ON scheme(a);
GO
CREATE TABLE dbo.t(a int) WITH (DATA_COMPRESSION = COLUMNSTORE);
GO
CREATE TABLE dbo.t(a varchar(max)) TEXTIMAGE_ON other;
GO
CREATE TABLE s.G.dbo.t(a int);
GO
SELECT OBJECT_ID('dbo.t') AS none;
GO
CREATE TABLE dbo.t(a sys.int) ON [PRIMARY];
INSERT INTO dbo.t(a) VALUES (1);
