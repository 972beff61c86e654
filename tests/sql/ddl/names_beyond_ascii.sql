-- docs/relational-databases/databases/database-identifiers.md: identifiers compare by the collation, which regards case no
-- more beyond ASCII than within it; letters are those of Unicode. 1801 and 2714 as for any name that is taken.
CREATE DATABASE [Übung];
GO
CREATE DATABASE [übung];
GO
USE ÜBUNG;
GO
CREATE TABLE dbo.ЖУРНАЛ(Größe int);
GO
CREATE TABLE dbo.журнал(b int);
GO
INSERT Журнал(GRÖßE) VALUES(1);
SELECT Größe FROM [журнал];
GO
