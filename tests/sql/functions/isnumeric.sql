-- docs/t-sql/functions/isnumeric-transact-sql.md: the numeric types, and texts that one of them reads.
SELECT ISNUMERIC('12.5e3') AS a, ISNUMERIC('$1,000.50') AS b, ISNUMERIC('abc') AS c, ISNUMERIC('') AS d, ISNUMERIC(NULL) AS e,
    ISNUMERIC('$') AS f, ISNUMERIC('-') AS g, ISNUMERIC(7) AS h, ISNUMERIC($1) AS i, ISNUMERIC(GETDATE()) AS j;
GO
-- money-and-smallmoney-transact-sql.md: currency signs and commas. float's exponent begins with E or D
-- (float-and-real-transact-sql.md). A point, a comma and a tab alone are the amount zero; a blank is no number.
SELECT ISNUMERIC('.') AS point, ISNUMERIC(',') AS comma, ISNUMERIC('+') AS plus, ISNUMERIC(CHAR(9)) AS tab, ISNUMERIC(' ') AS blank,
    ISNUMERIC('e') AS e, ISNUMERIC('1e') AS no_exponent, ISNUMERIC('1d3') AS d, ISNUMERIC('1D-3') AS upper_d, ISNUMERIC('0x1A') AS hexadecimal;
SELECT ISNUMERIC(N'€') AS euro, ISNUMERIC(N'¥5') AS yen, ISNUMERIC('5$') AS sign_after, ISNUMERIC('$-5') AS signs, ISNUMERIC('--5') AS two_signs,
    ISNUMERIC('1,2,3') AS commas, ISNUMERIC('1.2.3') AS points, ISNUMERIC(CHAR(9) + '2') AS tab_before, ISNUMERIC('2' + CHAR(9)) AS tab_after,
    ISNUMERIC('1e400') AS too_great, ISNUMERIC('1 2') AS two_numbers;
SELECT CAST('1d3' AS float) AS d, CAST('.' AS money) AS point, TRY_CAST('1d3' AS money) AS no_money, TRY_CAST('.' AS float) AS no_float;
