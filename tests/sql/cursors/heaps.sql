-- docs/t-sql/language-elements/declare-cursor-transact-sql.md: a cursor is updatable unless READ_ONLY, FAST_FORWARD or STATIC is given; only KEYSET needs a unique index.
CREATE TABLE dbo.h (a int, b varchar(10));
INSERT dbo.h VALUES (1, 'one'), (2, 'two'), (2, 'two'), (3, NULL);
GO
DECLARE c CURSOR LOCAL FOR SELECT b FROM dbo.h WHERE a > 1;
OPEN c;
FETCH c;
UPDATE dbo.h SET b = 'TWO' WHERE CURRENT OF c;
UPDATE dbo.h SET a = 20 WHERE CURRENT OF c;
FETCH c;
DELETE dbo.h WHERE CURRENT OF c;
SELECT @@ROWCOUNT AS one;
DELETE dbo.h WHERE CURRENT OF c;
GO
SELECT a, b FROM dbo.h ORDER BY a;
GO
DECLARE c CURSOR LOCAL DYNAMIC SCROLL_LOCKS FOR SELECT a FROM dbo.h FOR UPDATE OF b;
OPEN c;
FETCH LAST FROM c;
UPDATE dbo.h SET b = 'last' WHERE CURRENT OF c;
FETCH PRIOR FROM c;
UPDATE dbo.h SET a = 0 WHERE CURRENT OF c;
GO
SELECT a, b FROM dbo.h ORDER BY a;
GO
-- A KEYSET cursor without a unique index is a static one.
DECLARE c CURSOR LOCAL KEYSET FOR SELECT a FROM dbo.h;
OPEN c;
FETCH c;
DELETE dbo.h WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL FAST_FORWARD SCROLL_LOCKS FOR SELECT a FROM dbo.h;
GO
-- A clustered index that isn't unique.
CREATE CLUSTERED INDEX i ON dbo.h (b);
DECLARE c CURSOR LOCAL FOR SELECT a FROM dbo.h ORDER BY a DESC;
OPEN c;
FETCH c;
DELETE dbo.h WHERE CURRENT OF c;
SELECT COUNT(*) AS two FROM dbo.h;
GO
