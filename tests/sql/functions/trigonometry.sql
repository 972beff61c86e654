-- docs/t-sql/functions/: acos to tan, degrees, exp, log, log10, pi, radians, square -transact-sql.md; results of their examples.
SELECT PI() AS pi, ACOS(-1.0) AS acos, ASIN(1) AS asin, ATAN(1) AS atan, ATN2(1, 1) AS atn2;
SELECT CAST(COS(14.76) AS varchar(20)) AS cos, CAST(COT(124.1332) AS varchar(20)) AS cot, CAST(TAN(PI() / 2) AS varchar(20)) AS tan,
    CAST(SIN(45.175643) AS varchar(20)) AS sin;
SELECT EXP(10) AS exp, CAST(EXP(LOG(20)) AS varchar(20)) AS twenty, LOG(10) AS log, LOG(8, 2) AS three, LOG10(145.175643) AS log10;
SELECT DEGREES(PI() / 2) AS d, DEGREES(2) AS of_int, RADIANS(180) AS r, SQUARE(3) AS s;
GO
SELECT ACOS(1.01);
GO
SELECT LOG(0);
GO
SELECT EXP(1000);
