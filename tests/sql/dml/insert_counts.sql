-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 109, 110, 120, 121, 213, 264, 207; each
-- ends its batch before anything is inserted.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, b int);
GO
INSERT INTO dbo.t(a, b) VALUES (1);
GO
INSERT INTO dbo.t(a) VALUES (1, 2);
GO
INSERT INTO dbo.t VALUES (1);
GO
INSERT INTO dbo.t(a, b) SELECT 1;
GO
INSERT INTO dbo.t(a) SELECT 1, 2;
GO
INSERT INTO dbo.t(a, a) VALUES (1, 2);
GO
INSERT INTO dbo.t(a, missing) VALUES (1, 2);
GO
SELECT COUNT(*) AS rows FROM dbo.t;
