-- docs/relational-databases/performance/subqueries.md: "a subquery that is introduced with an unmodified comparison operator" returns one value, which is
-- compared like a constant; docs/t-sql/data-types/data-type-precedence-transact-sql.md: the operand of the lower type is converted, here above aggregates.
CREATE TABLE t (a int NOT NULL, b bigint NOT NULL);
INSERT t VALUES (1, 2), (3, 4), (5, 6);
SELECT COUNT(*) AS below FROM t WHERE b < (SELECT MAX(a) FROM t);
SELECT COUNT(*) AS below FROM t WHERE b < CAST((SELECT MAX(a) FROM t) AS bigint);
SELECT COUNT(*) AS below FROM t WHERE b < ABS(-(SELECT MAX(x.a) FROM t AS x WHERE x.b = t.b));
SELECT SUM(a) AS total FROM t WHERE b > (SELECT COUNT(*) FROM t AS x WHERE x.b > (SELECT MIN(y.a) FROM t AS y WHERE y.b > x.a));
SELECT a, MAX(b) AS greatest FROM t GROUP BY a HAVING MAX(b) > (SELECT MIN(a) + 2 FROM t) ORDER BY a;
GO
