-- t-sql/queries/select-order-by-clause-transact-sql.md: OFFSET needs ORDER BY, a constant fails with 408. A constant subquery is no constant:
-- programs page rows without an order by it.
SELECT a FROM (VALUES (7)) AS v(a) ORDER BY (SELECT 1) OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY;
SELECT a FROM (VALUES (1), (2)) AS v(a) ORDER BY a DESC, (SELECT NULL);
SELECT TOP (1) a FROM (VALUES (7), (7)) AS v(a) ORDER BY (SELECT 'x');
GO
SELECT a FROM (VALUES (1)) AS v(a) ORDER BY 1.5;
GO
