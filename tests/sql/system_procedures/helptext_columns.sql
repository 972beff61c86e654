-- docs/relational-databases/system-stored-procedures/sp-helptext-transact-sql.md, @columnname: the definition of a
-- computed column, as sys.computed_columns keeps it.
CREATE TABLE bills (net money, tax money, freight money, pieces int,
    total AS ISNULL(net + tax + freight, 0), each AS net * (1 - tax) * freight / pieces, CHECK (net - (tax - freight) > 0));
GO
EXEC sp_helptext 'bills', @columnname = 'total';
EXEC sp_helptext @objname = 'dbo.bills', @columnname = each;
-- docs/relational-databases/system-catalog-views/sys-check-constraints-transact-sql.md
SELECT definition FROM sys.check_constraints WHERE parent_object_id = OBJECT_ID('bills');
GO
EXEC sp_helptext 'bills', @columnname = 'net';
GO
EXEC sp_helptext 'bills', @columnname = 'gross';
GO
CREATE VIEW nets AS SELECT net FROM bills;
GO
EXEC sp_helptext 'nets', @columnname = 'net';
GO
-- docs/t-sql/language-elements/coalesce-transact-sql.md: a key needs a column that isn't nullable.
CREATE TABLE pairs (a int, b AS COALESCE(a, 0) PRIMARY KEY);
GO
CREATE TABLE pairs (a int, b AS ISNULL(a, 0) PRIMARY KEY);
GO
SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('pairs') ORDER BY column_id;
GO
