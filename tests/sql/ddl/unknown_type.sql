-- docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md: 2715.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int, b no_such_type);
GO
SELECT * FROM dbo.t;
