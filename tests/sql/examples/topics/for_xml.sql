-- The examples of pages below docs/relational-databases/xml about FOR XML, over small tables. A line after --> is a row that
-- the page shows.
CREATE TABLE ProductModel (ProductModelID int, Name nvarchar(50), Summary xml);
INSERT ProductModel VALUES (122, 'All-Purpose Bike Stand', NULL), (119, 'Bike Wash', NULL), (7, 'HL Touring Frame', '<r><a>1</a></r>');
CREATE TABLE Product (ProductID int, Name nvarchar(50), ProductModelID int, ListPrice money, StandardCost money);
INSERT Product VALUES (885, 'HL Touring Frame - Yellow, 60', 7, 1003.91, 601.7437), (887, 'HL Touring Frame - Yellow, 46', 7, 1003.91, 601.7437);
GO
-- docs/relational-databases/xml/use-nested-for-xml-queries.md.
DECLARE @x xml
SET @x=(SELECT ProductModelID, Name
        FROM ProductModel
        WHERE ProductModelID=122 or ProductModelID=119
        FOR XML RAW, TYPE)
SELECT @x
--> <row ProductModelID="122" Name="All-Purpose Bike Stand"/><row ProductModelID="119" Name="Bike Wash"/>
DECLARE @i int;
SET @i = (SELECT @x.value('/row[1]/@ProductModelID[1]', 'int'));
SELECT @i;
--> 122
SELECT  (SELECT ProductModelID, Name
         FROM ProductModel
         WHERE ProductModelID=119 or ProductModelID=122
         FOR XML RAW, TYPE,ROOT('myRoot')).query('/myRoot[1]/row[1]');
--> <row ProductModelID="122" Name="All-Purpose Bike Stand"/>
GO
-- The XML that the inner query generates is added to that of the outer one; without TYPE it is a string, which needs a name.
SELECT ProductModelID, (SELECT ProductID FROM Product WHERE Product.ProductModelID = ProductModel.ProductModelID FOR XML AUTO, TYPE)
FROM ProductModel WHERE ProductModelID = 7 FOR XML AUTO, TYPE;
GO
SELECT ProductModelID, (SELECT ProductID FROM Product WHERE Product.ProductModelID = ProductModel.ProductModelID FOR XML AUTO)
FROM ProductModel WHERE ProductModelID = 7 FOR XML AUTO, TYPE;
GO
SELECT ProductModelID, Summary.query('/r/a'), (SELECT ProductID FROM Product WHERE Product.ProductModelID = ProductModel.ProductModelID FOR XML RAW, TYPE)
FROM ProductModel WHERE ProductModelID = 7 FOR XML RAW, ELEMENTS;
GO
-- docs/relational-databases/xml/shape-xml-with-nested-for-xml-queries.md: an unnamed xml column becomes part of the element.
SELECT Product.ProductID,
          (SELECT 'ListPrice' as PriceType,
                   CAST(CAST(ListPrice as NVARCHAR(40)) as XML)
           FROM    Product Price
           WHERE   Price.ProductID=Product.ProductID
           FOR XML AUTO, TYPE),
          (SELECT  'StandardCost' as PriceType,
                   CAST(CAST(StandardCost as NVARCHAR(40)) as XML)
           FROM    Product Price
           WHERE   Price.ProductID=Product.ProductID
           FOR XML AUTO, TYPE)
FROM Product
WHERE ProductID=885
for XML AUTO, TYPE;
--> <Product ProductID="885"><Price PriceType="ListPrice">1003.91</Price><Price PriceType="StandardCost">601.74</Price></Product>
GO
-- docs/relational-databases/xml/generate-siblings-with-a-nested-auto-mode-query.md: two inner queries give siblings.
SELECT (SELECT ProductID FROM Product AS P WHERE P.ProductModelID = Model.ProductModelID FOR XML AUTO, TYPE),
       (SELECT Name FROM ProductModel AS M WHERE M.ProductModelID = Model.ProductModelID FOR XML AUTO, TYPE)
FROM (SELECT ProductModelID FROM ProductModel WHERE ProductModelID = 7) AS Model FOR XML AUTO, TYPE;
GO
-- docs/relational-databases/xml/auto-mode-heuristics-in-shaping-returned-xml.md: values of text are taken as different.
CREATE TABLE T1 (Id int, Name nvarchar(40), Remark text);
CREATE TABLE T2 (Id int, Above int);
INSERT T1 VALUES (1, 'Andrew', 'Andrew'), (2, 'Nancy', 'Nancy');
INSERT T2 VALUES (2, 1), (3, 1), (4, 2);
GO
SELECT T1.Id, T2.Id, T1.Name FROM T1, T2 WHERE T1.Id = T2.Above ORDER BY T2.Id FOR XML AUTO;
--> <T1 Id="1" Name="Andrew"><T2 Id="2"/><T2 Id="3"/></T1><T1 Id="2" Name="Nancy"><T2 Id="4"/></T1>
SELECT T1.Id, T2.Id, T1.Remark AS Name FROM T1, T2 WHERE T1.Id = T2.Above ORDER BY T2.Id FOR XML AUTO;
--> <T1 Id="1" Name="Andrew"><T2 Id="2"/></T1><T1 Id="1" Name="Andrew"><T2 Id="3"/></T1><T1 Id="2" Name="Nancy"><T2 Id="4"/></T1>
GO
-- The same if the key is specified: its values are compared, and those of the other columns aren't.
CREATE TABLE T3 (Id int PRIMARY KEY, Remark text);
INSERT T3 VALUES (1, 'Andrew'), (2, 'Nancy');
SELECT T3.Id, T2.Id, T3.Remark AS Name FROM T3, T2 WHERE T3.Id = T2.Above ORDER BY T2.Id FOR XML AUTO;
SELECT T2.Id, T3.Remark AS Name, T2.Above FROM T3, T2 WHERE T3.Id = T2.Above ORDER BY T2.Id FOR XML AUTO;
GO
-- docs/relational-databases/xml/use-the-binary-base64-option.md and use-auto-mode-with-for-xml.md: binary data as a reference.
CREATE TABLE MyTable (Col1 int PRIMARY KEY, Col2 binary)
INSERT INTO MyTable VALUES (1, 0x7);
GO
SELECT Col1,
CAST(Col2 as image) as Col2
FROM MyTable
FOR XML AUTO;
GO
SELECT Col1,
CAST(Col2 as image) as Col2
FROM MyTable
FOR XML AUTO, BINARY BASE64;
--> <MyTable Col1="1" Col2="Bw=="/>
GO
SELECT Col1, Col2 FROM MyTable FOR XML AUTO;
GO
SELECT Col2 FROM MyTable FOR XML AUTO;
GO
SELECT Col1, Col2 FROM MyTable FOR XML RAW;
GO
CREATE TABLE BinaryKey (K binary(1) PRIMARY KEY, V binary(1));
SELECT K, V FROM BinaryKey FOR XML AUTO;
GO
-- docs/relational-databases/xml/examples-using-auto-mode.md: special characters of names are encoded, those of values aren't.
CREATE TABLE [Special Chars] (Col1 char(1) primary key, [Col#&2] varbinary(50));
INSERT INTO [Special Chars] VALUES ('&', 0x20), ('#', 0x20);
SELECT * FROM [Special Chars] FOR XML AUTO;
--> <Special_x0020_Chars Col1="#" Col_x0023__x0026_2="dbobject/Special_x0020_Chars[@Col1='#']/@Col_x0023__x0026_2"/><Special_x0020_Chars Col1="&amp;" Col_x0023__x0026_2="dbobject/Special_x0020_Chars[@Col1='&amp;']/@Col_x0023__x0026_2"/>
GO
-- docs/relational-databases/xml/invalid-characters-and-escape-rules.md: a colon in a name stays.
SELECT 'namespace-urn' as 'xmlns:namespace', 1 as 'namespace:a' FOR XML RAW
--> <row xmlns:namespace="namespace-urn" namespace:a="1"/>
GO
-- docs/relational-databases/xml/for-xml-support-for-the-timestamp-data-type.md: a rowversion is written in base64 in all modes.
CREATE TABLE Stamped (Id int, Stamp rowversion);
INSERT Stamped (Id) VALUES (1);
SELECT CASE WHEN (SELECT Stamp FROM Stamped FOR XML AUTO) = (SELECT Stamp FROM Stamped FOR XML AUTO, BINARY BASE64)
       AND (SELECT Stamp FROM Stamped FOR XML RAW) LIKE '<row Stamp="AAAAAAAA_%="/>' THEN 1 ELSE 0 END AS same;
GO
-- docs/relational-databases/xml/for-xml-sql-server.md: the names of tables as they are written, and of columns with characters
-- that an XML name can't have.
CREATE SCHEMA Production;
GO
-- docs/relational-databases/xml/examples-using-auto-mode.md: binary data of a table with a schema.
CREATE TABLE Production.ProductPhoto (ProductPhotoID int PRIMARY KEY, ThumbNailPhoto varbinary(max));
INSERT Production.ProductPhoto VALUES (70, 0x4749);
SELECT ProductPhotoID, ThumbNailPhoto
FROM   Production.ProductPhoto
WHERE ProductPhotoID=70
FOR XML AUTO;
--> <Production.ProductPhoto ProductPhotoID="70" ThumbNailPhoto="dbobject/Production.ProductPhoto[@ProductPhotoID='70']/@ThumbNailPhoto"/>
SELECT ProductPhotoID, ThumbNailPhoto
FROM   Production.ProductPhoto
WHERE ProductPhotoID=70
FOR XML AUTO, BINARY BASE64;
GO
CREATE TABLE Production.Item (ItemID int);
INSERT Production.Item VALUES (1);
SELECT ItemID FROM Production.Item FOR XML AUTO;
SELECT ItemID FROM Production.Item AS i FOR XML AUTO;
SELECT 1 AS [a_x0020_b], 2 AS [1a], 3 AS [_x], 4 AS [n:a] FROM Production.Item AS i FOR XML AUTO;
SELECT ItemID FROM Production.Item FOR JSON AUTO;
SELECT Production.Item.ItemID, i.ItemID FROM Production.Item JOIN Production.Item AS i ON i.ItemID = Production.Item.ItemID FOR XML AUTO;
GO
-- docs/relational-databases/xml/columns-with-the-name-of-an-xpath-node-test.md: an xml value can't be a text, a comment or an
-- instruction.
SELECT CAST('<x/>' as xml) as "text()" FOR XML PATH;
GO
SELECT CAST('<x/>' as xml) as "a/comment()" FOR XML PATH;
GO
SELECT CAST('<x/>' as xml) as "processing-instruction(p)" FOR XML PATH;
GO
SELECT CAST('<x/>' as xml) as "data()" FOR XML PATH;
GO
SELECT CAST('<x/>' as xml) as "*", CAST('<y/>' as xml) as "a/node()" FOR XML PATH;
GO
