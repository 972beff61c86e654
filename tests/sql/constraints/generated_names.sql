-- Recorded answers of SQL Server and docs/relational-databases/tables/unique-constraints-and-check-constraints.md: the name of an unnamed constraint has
-- 30 characters at most; a CHECK of a single column names the column. The ids at the end are shown by their length.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.Transactions(
    TransactionId int PRIMARY KEY, Type smallint DEFAULT 0 CHECK (Type > 0), Status varchar(10) DEFAULT 'open' UNIQUE, a int REFERENCES dbo.Transactions,
    b int, CHECK (Status <> 'none'), CHECK (a < b), UNIQUE (a, b), FOREIGN KEY (a, b) REFERENCES dbo.Transactions (a, b));
CREATE TABLE dbo.Orders(OrderDate date DEFAULT GETDATE(), x int CHECK (1 = 1));
ALTER TABLE dbo.Orders ADD CHECK (OrderDate > '19000101');
SELECT t.name AS of_table, o.type, LEFT(o.name, LEN(o.name) - CHARINDEX('_', REVERSE(o.name)) + 1) AS name, CHARINDEX('_', REVERSE(o.name)) - 1 AS digits
FROM sys.objects AS o JOIN sys.tables AS t ON t.object_id = o.parent_object_id ORDER BY t.name, o.type, o.object_id;
SELECT COL_NAME(parent_object_id, parent_column_id) AS checked, definition FROM sys.check_constraints ORDER BY object_id;
GO
