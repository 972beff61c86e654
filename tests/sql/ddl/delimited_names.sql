-- docs/relational-databases/databases/database-identifiers.md: between brackets or double quotes any name will do; a doubled
-- bracket stands for one.
CREATE DATABASE [my data];
GO
USE [my data];
GO
CREATE TABLE [dbo].[order by]([select] int, "from where" varchar(5), [a]]b] int, _x@1 int);
INSERT INTO [order by]([select], "from where", [a]]b], _x@1) VALUES (1, 'two', 3, 4);
SELECT [select], "from where", [a]]b], _x@1, o.[select] AS [an alias] FROM "order by" AS o;
