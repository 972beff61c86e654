-- Recorded answers of SQL Server: an explicit identity value counts for IDENT_CURRENT (docs/t-sql/functions/ident-current-transact-sql.md) although the
-- row fails; DEFAULT and NULL are no such values (docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md, 339).
CREATE TABLE dbo.t(id int IDENTITY PRIMARY KEY, v int NOT NULL CHECK (v < 100));
SET NOCOUNT ON;
INSERT dbo.t(v) VALUES (1);
SET IDENTITY_INSERT dbo.t ON;
GO
INSERT dbo.t(id, v) VALUES (10, 100);
SELECT IDENT_CURRENT('dbo.t') AS after_check; --> 10
GO
INSERT dbo.t(id, v) VALUES (20, NULL);
SELECT IDENT_CURRENT('dbo.t') AS after_null; --> 20
GO
INSERT dbo.t(id, v) VALUES (30, 1), (31, 200);
SELECT IDENT_CURRENT('dbo.t') AS after_second; --> 31
GO
INSERT dbo.t(id, v) VALUES (1, 1);
SELECT IDENT_CURRENT('dbo.t') AS after_duplicate; --> 31
GO
INSERT dbo.t(id, v) VALUES (NULL, 1);
GO
INSERT dbo.t(id, v) VALUES (40, 1), (NULL, 1);
GO
INSERT dbo.t(id, v) VALUES (DEFAULT, 1);
GO
SELECT IDENT_CURRENT('dbo.t') AS now; --> 31
SET IDENTITY_INSERT dbo.t OFF;
INSERT dbo.t(v) VALUES (5);
SELECT id, v FROM dbo.t ORDER BY id;
DROP TABLE dbo.t;
GO
