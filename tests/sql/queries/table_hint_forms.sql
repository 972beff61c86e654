-- docs/t-sql/queries/hints-transact-sql-table.md: hints without WITH, hints parted by blanks (deprecated), and hints of table variables.
CREATE TABLE dbo.t (a INT NOT NULL PRIMARY KEY);
INSERT dbo.t VALUES (1), (2);
GO
SELECT a FROM dbo.t (NOLOCK);
SELECT a FROM dbo.t (READPAST ROWLOCK);
SELECT x.a FROM dbo.t (NOLOCK) AS x;
SELECT x.a FROM dbo.t AS x WITH (UPDLOCK HOLDLOCK);
SELECT x.a FROM dbo.t (ROWLOCK UPDLOCK, HOLDLOCK) x JOIN dbo.t (NOLOCK) y ON y.a = x.a WHERE x.a = 1;
GO
DECLARE @t TABLE (a INT NOT NULL PRIMARY KEY);
INSERT @t VALUES (3);
SELECT a FROM @t WITH (NOLOCK);
SELECT v.a FROM @t AS v WITH (TABLOCK, HOLDLOCK);
SELECT v.a FROM @t v (NOLOCK);
SELECT a FROM @t (NOLOCK);
SELECT a FROM @t WITH (INDEX(1), FORCESEEK) WHERE a = 3;
GO
-- 1047: conflicting hints. 308: no such index.
DECLARE @t TABLE (a INT NOT NULL);
SELECT a FROM @t WITH (NOLOCK, HOLDLOCK);
GO
DECLARE @t TABLE (a INT NOT NULL);
SELECT a FROM @t WITH (INDEX(nothing));
GO
-- 321: no such hint.
DECLARE @t TABLE (a INT NOT NULL);
SELECT a FROM @t WITH (NOSUCH);
