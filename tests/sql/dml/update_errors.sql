-- docs/t-sql/queries/update-transact-sql.md, error handling: the statement fails as a whole, 3621 follows; 515, 2628, 220, 8134. Errors of
-- names end the batch: 207, 264, 208, 259, 4104, 157.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int NOT NULL, b tinyint, v varchar(3));
GO
INSERT INTO dbo.t(a, b, v) VALUES (1, 10, 'one'), (2, 20, 'two');
UPDATE dbo.t SET a = NULL;
UPDATE dbo.t SET v = v + v;
UPDATE dbo.t SET b = b * 20;
UPDATE dbo.t SET a = a + 10 / (a - 2);
SELECT a, b, v FROM dbo.t ORDER BY a;
GO
UPDATE dbo.t SET missing = 1;
GO
UPDATE dbo.t SET a = 1, a = 2;
GO
UPDATE dbo.missing SET a = 1;
GO
UPDATE sys.databases SET name = 'x';
GO
UPDATE dbo.t SET u.a = 1;
GO
UPDATE dbo.t SET a = MAX(a);
GO
UPDATE dbo.t SET a = @undeclared;
GO
SELECT a, b, v FROM dbo.t ORDER BY a;
