-- docs/relational-databases/errors-events/mssqlserver-208-database-engine-error.md: 208 for a view that is not there.
-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 259, system views cannot be changed.
GO
SELECT * FROM sys.no_such_view;
GO
INSERT INTO sys.databases(name) VALUES ('x');
GO
SELECT no_such_column FROM sys.databases;
