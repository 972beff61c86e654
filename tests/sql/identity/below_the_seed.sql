-- docs/t-sql/statements/set-identity-insert-transact-sql.md, Remarks: only a value beyond the current one becomes the current identity value;
-- docs/t-sql/functions/ident-current-transact-sql.md, Remarks: before the first value it is the seed.
CREATE TABLE dbo.up (id int IDENTITY(100, 5), a int);
CREATE TABLE dbo.down (id int IDENTITY(-1, -1), a int);
GO
SET IDENTITY_INSERT dbo.up ON;
INSERT dbo.up (id, a) VALUES (3, 1);
SELECT IDENT_CURRENT('dbo.up') AS up;
SET IDENTITY_INSERT dbo.up OFF;
INSERT dbo.up (a) VALUES (2);
SELECT IDENT_CURRENT('dbo.up') AS up;
SET IDENTITY_INSERT dbo.up ON;
INSERT dbo.up (id, a) VALUES (99, 3), (200, 4);
SET IDENTITY_INSERT dbo.up OFF;
INSERT dbo.up (a) VALUES (5);
SELECT * FROM dbo.up ORDER BY a;
GO
SET IDENTITY_INSERT dbo.down ON;
INSERT dbo.down (id, a) VALUES (5, 1);
SET IDENTITY_INSERT dbo.down OFF;
SELECT IDENT_CURRENT('dbo.down') AS down;
INSERT dbo.down (a) VALUES (2), (3);
SELECT * FROM dbo.down ORDER BY a;
GO
-- The seed itself counts.
CREATE TABLE dbo.at (id int IDENTITY(10, 1), a int);
SET IDENTITY_INSERT dbo.at ON;
INSERT dbo.at (id, a) VALUES (10, 1);
SET IDENTITY_INSERT dbo.at OFF;
INSERT dbo.at (a) VALUES (2);
SELECT * FROM dbo.at ORDER BY a;
GO
