-- relational-databases/system-stored-procedures/sp-columns-transact-sql.md, sp-tables-transact-sql.md, sp-pkeys-transact-sql.md,
-- sp-fkeys-transact-sql.md, sp-statistics-transact-sql.md, sp-stored-procedures-transact-sql.md, sp-sproc-columns-transact-sql.md:
-- what drivers ask for, whose columns and codes are those of ODBC's SQLColumns, SQLTables and their kin.
CREATE DATABASE d;
GO
USE d;
GO
CREATE SCHEMA Sales;
GO
CREATE TABLE Sales.Orders(id INT IDENTITY(5, 2) NOT NULL CONSTRAINT PK_Orders PRIMARY KEY, code CHAR(3) NOT NULL CONSTRAINT UQ_code UNIQUE,
    name NVARCHAR(40) NULL CONSTRAINT DF_name DEFAULT N'none', price DECIMAL(9, 2) NULL, made DATETIME NULL, notes VARCHAR(MAX) NULL);
CREATE TABLE Sales.Lines(order_id INT NOT NULL CONSTRAINT FK_Lines REFERENCES Sales.Orders(id) ON DELETE CASCADE, line SMALLINT NOT NULL,
    CONSTRAINT PK_Lines PRIMARY KEY(order_id, line DESC));
CREATE INDEX by_price ON Sales.Orders(price DESC, name);
CREATE TABLE plain(a BIT);
GO
CREATE PROCEDURE Sales.Add1 @id INT, @name NVARCHAR(40) = NULL, @total MONEY OUTPUT AS RETURN 0;
GO
CREATE FUNCTION dbo.half(@x FLOAT) RETURNS FLOAT AS BEGIN RETURN @x / 2 END;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.plain;
GO
EXEC sp_tables @table_type = '''TABLE''';
EXEC sp_tables @table_owner = 'dbo', @table_type = '''TABLE'',''VIEW''';
EXEC sp_tables @table_name = 'Ord%', @table_owner = 'Sales';
EXEC sp_columns @table_name = N'Orders', @table_owner = N'Sales';
EXEC sp_columns 'Orders', NULL, NULL, 'na%';
EXEC sp_pkeys 'Lines', 'Sales';
EXEC sp_fkeys @pktable_name = 'Orders';
EXEC sp_fkeys @fktable_name = 'Lines', @fktable_owner = 'Sales';
EXEC sp_statistics 'Orders', 'Sales';
EXEC sp_statistics 'Orders', 'Sales', @is_unique = 'Y';
EXEC sp_stored_procedures @sp_owner = 'Sales';
EXEC sp_stored_procedures @sp_owner = 'd%';
EXEC sp_sproc_columns 'Add1';
EXEC sp_sproc_columns 'half';
SELECT OBJECT_NAME(object_id) AS of_module, name, parameter_id, system_type_id, max_length, precision, scale, is_output, has_default_value
FROM sys.parameters ORDER BY of_module, parameter_id;
GO
-- In another database, by its name; another database than the current one cannot be asked about.
USE master;
GO
EXEC d.sys.sp_pkeys 'Orders', 'Sales';
EXEC d..sp_pkeys 'Orders', 'Sales';
EXEC sp_pkeys 'Orders', 'Sales', 'd';
GO
EXEC sp_fkeys;
GO
EXEC sp_pkeys;
GO
