-- docs/t-sql/data-types/float-and-real-transact-sql.md: real is float(24), any n from 1 to 24 is.
CREATE TABLE t (r real, f float(24), g float(25));
INSERT t VALUES (0.1, 1e30, 0.1), (-3.40E+38, 1.18E-38, 2), (NULL, 0, 0);
SELECT * FROM t ORDER BY r;
SELECT CAST(0.1 AS real) + 1 AS r, CAST(0.1 AS real) + CAST(0.2 AS float) AS f, CAST(CAST(1234567 AS real) AS varchar(20)) AS v;
SELECT SUM(r) AS sum, COUNT(r) AS count FROM t WHERE r > 0;
SELECT DATALENGTH(CAST(1 AS real)) AS d, CAST(CAST(2.7 AS real) AS int) AS i;
GO
SELECT CAST(1e39 AS real);
