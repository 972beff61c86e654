-- docs/t-sql/functions/isnumeric-transact-sql.md: the numeric types, and texts that one of them reads.
SELECT ISNUMERIC('12.5e3') AS a, ISNUMERIC('$1,000.50') AS b, ISNUMERIC('abc') AS c, ISNUMERIC('') AS d, ISNUMERIC(NULL) AS e,
    ISNUMERIC('$') AS f, ISNUMERIC('-') AS g, ISNUMERIC(7) AS h, ISNUMERIC($1) AS i, ISNUMERIC(GETDATE()) AS j;
