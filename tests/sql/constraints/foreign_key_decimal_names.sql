-- Recorded answers of SQL Server: decimal and numeric aren't the same type for a foreign key, 1778.
-- docs/relational-databases/tables/primary-and-foreign-key-constraints.md.
CREATE TABLE dbo.p (d decimal(9, 2) PRIMARY KEY, n numeric(9, 2) UNIQUE);
GO
CREATE TABLE dbo.c (a numeric(9, 2) CONSTRAINT FK_a REFERENCES dbo.p (d));
GO
CREATE TABLE dbo.c (a decimal(9, 2) CONSTRAINT FK_a REFERENCES dbo.p (n));
GO
CREATE TABLE dbo.c (a decimal(8, 2) CONSTRAINT FK_a REFERENCES dbo.p (d));
GO
CREATE TABLE dbo.c (a decimal(9, 2) CONSTRAINT FK_a REFERENCES dbo.p (d), b numeric(9, 2) CONSTRAINT FK_b REFERENCES dbo.p (n));
SELECT name FROM sys.foreign_keys ORDER BY name;
GO
