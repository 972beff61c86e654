-- docs/relational-databases/collations/collation-and-unicode-support.md: the default collation tells accents apart (AS) and not
-- capitals (CI).
SET NOCOUNT ON;
IF 'ABC' = 'abc' PRINT 'case: equal'; ELSE PRINT 'case: not equal';
IF N'cafe' = N'café' PRINT 'accent: equal'; ELSE PRINT 'accent: not equal';
IF 'a' < 'B' AND 'B' < 'c' PRINT 'sorted without regard to case';
