-- Resets a database by deleting rows, for comparison: the children first, identities and seeds again.
DELETE dbo.Shipments; DELETE dbo.Payments; DELETE dbo.Invoices; DELETE dbo.OrderLines; DELETE dbo.Orders;
DELETE dbo.Stock; DELETE dbo.Products; DELETE dbo.Categories; DELETE dbo.Addresses; DELETE dbo.Customers;
-- In a table that never had a row, RESEED would make 0 itself the first value.
DECLARE @reseed nvarchar(max) = (SELECT STRING_AGG(CONCAT('DBCC CHECKIDENT(''dbo.', OBJECT_NAME(object_id),
    ''', RESEED, 0) WITH NO_INFOMSGS;'), ' ') FROM sys.identity_columns WHERE last_value IS NOT NULL);
EXEC(@reseed);
INSERT dbo.Customers(name) VALUES (N'Ada'), (N'Grace');
INSERT dbo.Addresses(customer, city) VALUES (1, N'London'), (2, N'New York');
INSERT dbo.Categories(name) VALUES (N'Books'), (N'Tools');
INSERT dbo.Products(category, name, price) VALUES (1, N'Notes', 12.50), (2, N'Compiler', 99.00);
INSERT dbo.Stock(product, pieces) VALUES (1, 100), (2, 5);
