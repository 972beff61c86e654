-- docs/t-sql/functions/fulltextserviceproperty-transact-sql.md, fulltextcatalogproperty-transact-sql.md:
-- "0 = Full-text is not installed. NULL = Invalid input, or error"
SELECT FULLTEXTSERVICEPROPERTY('IsFullTextInstalled') AS installed, FULLTEXTSERVICEPROPERTY('VerifySignature') AS verify, FULLTEXTSERVICEPROPERTY('nothing') AS unknown, FULLTEXTSERVICEPROPERTY(NULL) AS none; --> 0 | 0 | NULL | NULL
SELECT FULLTEXTCATALOGPROPERTY('Cat_Desc', 'ItemCount') AS items; --> NULL
IF (1 = FULLTEXTSERVICEPROPERTY('IsFullTextInstalled')) EXEC sp_fulltext_database @action = 'enable';
