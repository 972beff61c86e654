-- The template of the test suites: ten tables with foreign keys, and the rows that each test finds.
CREATE TABLE dbo.Customers(id int IDENTITY PRIMARY KEY, name nvarchar(100) NOT NULL UNIQUE);
CREATE TABLE dbo.Addresses(id int IDENTITY PRIMARY KEY, customer int NOT NULL REFERENCES dbo.Customers, city nvarchar(60) NOT NULL);
CREATE TABLE dbo.Categories(id int IDENTITY PRIMARY KEY, name nvarchar(60) NOT NULL);
CREATE TABLE dbo.Products(id int IDENTITY PRIMARY KEY, category int NOT NULL REFERENCES dbo.Categories,
    name nvarchar(100) NOT NULL, price decimal(10, 2) NOT NULL CHECK (price >= 0));
CREATE TABLE dbo.Stock(product int PRIMARY KEY REFERENCES dbo.Products, pieces int NOT NULL CHECK (pieces >= 0));
CREATE TABLE dbo.Orders(id int IDENTITY PRIMARY KEY, customer int NOT NULL REFERENCES dbo.Customers,
    address int NOT NULL REFERENCES dbo.Addresses, ordered datetime2 NOT NULL DEFAULT SYSDATETIME());
CREATE TABLE dbo.OrderLines(id int IDENTITY PRIMARY KEY, [order] int NOT NULL REFERENCES dbo.Orders,
    product int NOT NULL REFERENCES dbo.Products, pieces int NOT NULL CHECK (pieces > 0));
CREATE TABLE dbo.Invoices(id int IDENTITY PRIMARY KEY, [order] int NOT NULL REFERENCES dbo.Orders, amount decimal(12, 2) NOT NULL);
CREATE TABLE dbo.Payments(id int IDENTITY PRIMARY KEY, invoice int NOT NULL REFERENCES dbo.Invoices, amount decimal(12, 2) NOT NULL);
CREATE TABLE dbo.Shipments(id int IDENTITY PRIMARY KEY, [order] int NOT NULL REFERENCES dbo.Orders, sent datetime2 NULL);
INSERT dbo.Customers(name) VALUES (N'Ada'), (N'Grace');
INSERT dbo.Addresses(customer, city) VALUES (1, N'London'), (2, N'New York');
INSERT dbo.Categories(name) VALUES (N'Books'), (N'Tools');
INSERT dbo.Products(category, name, price) VALUES (1, N'Notes', 12.50), (2, N'Compiler', 99.00);
INSERT dbo.Stock(product, pieces) VALUES (1, 100), (2, 5);
