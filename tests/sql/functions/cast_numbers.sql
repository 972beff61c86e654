-- docs/t-sql/functions/cast-and-convert-transact-sql.md: truncating and rounding results; an int too long for char or varchar
-- is shown as *.
PRINT CAST(10.6496 AS int);
PRINT CAST(-10.6496 AS int);
PRINT CAST(10.6496 AS decimal(5,2));
PRINT CAST(10.3496847 AS decimal(7,4));
PRINT CAST(CAST(10.6496 AS float) AS int);
PRINT '[' + CAST(1234 AS varchar(3)) + ']';
PRINT CAST(0.5 AS varchar(10));
PRINT CAST('  42 ' AS int);
PRINT CAST('' AS int);
PRINT CAST('-1.50' AS decimal(5,1));
