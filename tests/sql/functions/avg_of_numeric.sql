-- docs/t-sql/functions/avg-transact-sql.md, "Return Types": decimal(38, max(s, 6)) for decimal(p, s).
CREATE TABLE t (d decimal(5, 2), n numeric(10, 8));
INSERT t VALUES (1, 1), (2, 2), (2, 2), (NULL, NULL);
SELECT AVG(d) AS d, AVG(n) AS n, AVG(DISTINCT d) AS distinct_d FROM t;
