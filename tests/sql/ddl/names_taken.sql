-- docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md: 2714, 2705; names are equal in
-- any case.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int);
GO
CREATE TABLE dbo.T(b int);
GO
CREATE TABLE u(a int, b int, A int);
GO
SELECT * FROM dbo.t;
SELECT * FROM dbo.u;
