-- docs/t-sql/statements/collation-precedence-transact-sql.md, docs/t-sql/functions/isnull-transact-sql.md; recorded answers of SQL Server: ISNULL has the
-- collation of its first argument, and messages name the operation in small letters.
CREATE TABLE t (a varchar(9) COLLATE Latin1_General_CS_AS, b varchar(9) COLLATE Latin1_General_CI_AI);
INSERT t VALUES (NULL, 'b'), ('A', 'a');
GO
SELECT ISNULL(a, b) AS c FROM t;
SELECT COUNT(*) AS n FROM t WHERE ISNULL(a, b) = 'a';
SELECT COUNT(*) AS n FROM t WHERE ISNULL(b, a) = 'A';
GO
SELECT REPLACE(a, b, 'x') FROM t;
GO
SELECT CONCAT(a, b) FROM t;
GO
