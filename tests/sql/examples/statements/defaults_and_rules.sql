-- Examples of docs/t-sql/statements/: create-default, create-rule, drop-default, drop-rule.
CREATE DATABASE D;
GO
USE D;
GO
-- create-default-transact-sql.md, A
CREATE DEFAULT phonedflt AS 'unknown';
GO
-- B, with a table of the column's shape: the default takes effect when no entry is specified.
CREATE SCHEMA Person CREATE TABLE PersonPhone (BusinessEntityID int, PhoneNumber nvarchar(25) NOT NULL);
GO
sp_bindefault 'phonedflt', 'Person.PersonPhone.PhoneNumber';
GO
INSERT Person.PersonPhone (BusinessEntityID) VALUES (1);
SELECT * FROM Person.PersonPhone;
GO
-- drop-default-transact-sql.md, A
CREATE DEFAULT datedflt AS '20200101';
GO
IF EXISTS (SELECT name FROM sys.objects
         WHERE name = 'datedflt'
            AND type = 'D')
   DROP DEFAULT datedflt;
GO
DROP DEFAULT IF EXISTS datedflt;
GO
SELECT COUNT(*) AS left_over FROM sys.objects WHERE name = 'datedflt';
GO
-- B
   BEGIN
      EXEC sp_unbindefault 'Person.PersonPhone.PhoneNumber'
      DROP DEFAULT phonedflt
   END;
GO
-- create-rule-transact-sql.md, A to C
CREATE RULE range_rule
AS
@range>= $1000 AND @range <$20000;
GO
CREATE RULE list_rule
AS
@list IN ('1389', '0736', '0877');
GO
CREATE RULE pattern_rule
AS
@value LIKE '__-%[0-9]'
GO
SELECT name, type_desc FROM sys.objects WHERE type = 'R' ORDER BY name;
GO
-- drop-rule-transact-sql.md, with a rule that is bound to a column
CREATE RULE VendorID_rule AS @id > 0;
GO
CREATE SCHEMA Production CREATE TABLE ProductVendor (VendorID int);
GO
EXEC sp_bindrule 'VendorID_rule', 'Production.ProductVendor.VendorID';
GO
EXEC sp_unbindrule 'Production.ProductVendor.VendorID'
DROP RULE VendorID_rule
GO
USE master;
DROP DATABASE D;
GO
