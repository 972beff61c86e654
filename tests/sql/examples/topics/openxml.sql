-- The examples of pages below docs/relational-databases/xml about OPENXML. A line after --> is a row that the page shows.
-- docs/relational-databases/xml/specify-metaproperties-in-openxml.md: A and C.
DECLARE @idoc int
DECLARE @doc nvarchar(1000)
SET @doc = N'<Root>
  <Customer cid= "C1" name="Janine" city="Issaquah">
      <Order oid="O1" date="1/20/1996" amount="3.5" />
      <Order oid="O2" date="4/30/1997" amount="13.4">Customer was very satisfied</Order>
   </Customer>
   <Customer cid="C2" name="Ursula" city="Oelde" >
      <Order oid="O3" date="7/14/1999" amount="100" note="Wrap it blue white red">
          <Urgency>Important</Urgency>
      </Order>
      <Order oid="O4" date="1/20/1996" amount="10000"/>
   </Customer>
</Root>'
EXEC sp_xml_preparedocument @idoc OUTPUT, @doc
SELECT *
FROM OPENXML (@idoc, '/Root/Customer/Order', 9)
      WITH (id int '@mp:id',
            oid char(5),
            date datetime,
            amount real,
            parentIDNo int '@mp:parentid',
            parentLocalName varchar(40) '@mp:parentlocalname')
--> 6 | [O1   ] | 1996-01-20 00:00:00.000 | 3.5 | 2 | Customer
--> 10 | [O2   ] | 1997-04-30 00:00:00.000 | 13.4 | 2 | Customer
--> 19 | [O3   ] | 1999-07-14 00:00:00.000 | 100 | 15 | Customer
--> 25 | [O4   ] | 1996-01-20 00:00:00.000 | 10000 | 15 | Customer
SELECT *
FROM OPENXML (@idoc, '/Root/Customer/Order', 9)
      WITH (oid char(5),
            date datetime,
            comment ntext '@mp:xmltext')
--> [O1   ] | 1996-01-20 00:00:00.000 | <Order amount="3.5"/>
--> [O2   ] | 1997-04-30 00:00:00.000 | <Order amount="13.4">Customer was very satisfied</Order>
--> [O3   ] | 1999-07-14 00:00:00.000 | <Order amount="100" note="Wrap it blue white red"><Urgency>Important</Urgency></Order>
--> [O4   ] | 1996-01-20 00:00:00.000 | <Order amount="10000"/>
-- The other metaproperties that the page lists; the previous sibling may be a text.
SELECT * FROM OPENXML (@idoc, '/Root/Customer/Order')
      WITH (oid char(2), prev int '@mp:prev', uri varchar(10) '@mp:namespaceuri', prefix varchar(10) '@mp:prefix',
            name varchar(10) '@mp:localname', parentUri varchar(10) '@mp:parentnamespaceuri', parentPrefix varchar(10) '@mp:parentprefix')
-- The root element has the number 0 and no parent.
SELECT * FROM OPENXML (@idoc, '/Root') WITH (id int '@mp:id', parent int '@mp:parentid')
--> 0 | NULL
EXEC sp_xml_removedocument @idoc
GO
-- docs/relational-databases/xml/specify-metaproperties-in-openxml.md: B.
DECLARE @idoc int
EXEC sp_xml_preparedocument @idoc OUTPUT, N'<?xml version="1.0"?><Root><a b="1">x</a><c/></Root>'
SELECT * FROM OPENXML (@idoc, '/') WITH (Col1 ntext '@mp:xmltext')
SELECT * FROM OPENXML (@idoc, '/Root') WITH (Col1 ntext '@mp:xmltext')
EXEC sp_xml_removedocument @idoc
GO
-- docs/relational-databases/xml/examples-using-openxml.md: F and G.
DECLARE @docHandle int;
DECLARE @xmlDocument nvarchar(1000);
SET @xmlDocument = N'<ROOT>
<Customer CustomerID="VINET" ContactName="Paul Henriot">
   <Order OrderID="10248" CustomerID="VINET" EmployeeID="5" OrderDate=
           "1996-07-04T00:00:00">
      <OrderDetail ProductID="11" Quantity="12"/>
      <OrderDetail ProductID="42" Quantity="10"/>
   </Order>
</Customer>
<Customer CustomerID="LILAS" ContactName="Carlos Gonzalez">
   <Order OrderID="10283" CustomerID="LILAS" EmployeeID="3" OrderDate=
           "1996-08-16T00:00:00">
      <OrderDetail ProductID="72" Quantity="3"/>
   </Order>
</Customer>
</ROOT>';
EXEC sp_xml_preparedocument @docHandle OUTPUT, @xmlDocument;
SELECT * FROM OPENXML (@docHandle, '/ROOT/Customer/Order/OrderDetail[@ProductID = "72"]');
SELECT count(*)
FROM OPENXML(@docHandle, '/')
WHERE localname = 'Customer';
SELECT distinct localname
FROM OPENXML(@docHandle, '/')
WHERE nodetype = 1
ORDER BY localname;
SELECT *
FROM OPENXML (@docHandle, '/ROOT/Customer/Order/OrderDetail/@ProductID')
       WITH ( ProdID  int '.',
              Qty     int '../@Quantity',
              OID     int '../../@OrderID');
--> 11 | 12 | 10248
--> 42 | 10 | 10248
--> 72 | 3 | 10283
EXEC sp_xml_removedocument @docHandle;
GO
-- docs/relational-databases/xml/examples-using-openxml.md: H and I.
DECLARE @h int;
EXEC sp_xml_preparedocument @h OUTPUT, N'<Root xmlns:a="urn:1"><a:Elem abar="asdf">T<a>a</a>U</a:Elem></Root>', '<ns xmlns:b="urn:1" />';
SELECT * FROM openxml(@h, '/Root/b:Elem') WITH (Col1 varchar(20) 'text()');
--> T
EXEC sp_xml_removedocument @h;
DECLARE @x xml;
set @x = '<Root>
  <row id="1"><lname>Duffy</lname>
   <Address>
            <Street>111 Maple</Street>
            <City>Seattle</City>
   </Address>
  </row>
  <row id="2"><lname>Wang</lname>
   <Address>
            <Street>222 Pine</Street>
            <City>Bothell</City>
   </Address>
  </row>
</Root>';
EXEC sp_xml_preparedocument @h output, @x;
SELECT *
FROM   OPENXML (@h, '/Root/row', 10)
      WITH (id int '@id',
            lname    varchar(30),
            xmlname  xml 'lname',
            OverFlow xml '@mp:xmltext');
--> 1 | Duffy | <lname>Duffy</lname> | <row><Address><Street>111 Maple</Street><City>Seattle</City></Address></row>
--> 2 | Wang | <lname>Wang</lname> | <row><Address><Street>222 Pine</Street><City>Bothell</City></Address></row>
-- With flag 2 the whole document is copied to the overflow column.
SELECT OverFlow FROM OPENXML (@h, '/Root/row', 2) WITH (id int '@id', lname varchar(30), OverFlow xml '@mp:xmltext');
EXEC sp_xml_removedocument @h;
GO
-- docs/relational-databases/xml/examples-using-openxml.md: J, lists taken apart by means of the edge table.
CREATE TABLE Courses(id varchar(5) primary key, name varchar(30));
CREATE TABLE CourseAttendance(
             id         varchar(5) references Courses(id),
             attendedBy varchar(5),
             constraint CourseAttendance_PK primary key (id, attendedBy)
);
GO
CREATE PROCEDURE f_idrefs
    @t      varchar(500),
    @idtab  varchar(50),
    @id     varchar(5)
AS
DECLARE @sp int;
DECLARE @att varchar(5);
SET @sp = 0;
WHILE (LEN(@t) > 0)
BEGIN
    SET @sp = CHARINDEX(' ', @t+ ' ');
    SET @att = LEFT(@t, @sp-1);
    EXEC('INSERT INTO '+@idtab+' VALUES ('''+@id+''', '''+@att+''')');
    SET @t = SUBSTRING(@t+ ' ', @sp+1, LEN(@t)+1-@sp);
END;
GO
CREATE PROCEDURE fill_idrefs
    @xmldoc     int,
    @xpath      varchar(100),
    @from       varchar(50),
    @to         varchar(50),
    @idtable    varchar(100)
AS
DECLARE @t varchar(500);
DECLARE @id varchar(5);
SELECT *
INTO #TempEdge
FROM OPENXML(@xmldoc, @xpath);

DECLARE fillidrefs_cursor CURSOR FOR
    SELECT CAST(iv.text AS nvarchar(200)) AS id,
           CAST(av.text AS nvarchar(4000)) AS refs
    FROM   #TempEdge c, #TempEdge i,
           #TempEdge iv, #TempEdge a, #TempEdge av
    WHERE  c.id = i.parentid
    AND    UPPER(i.localname) = UPPER(@from)
    AND    i.id = iv.parentid
    AND    c.id = a.parentid
    AND    UPPER(a.localname) = UPPER(@to)
    AND    a.id = av.parentid;
OPEN fillidrefs_cursor
FETCH NEXT FROM fillidrefs_cursor INTO @id, @t;
WHILE (@@FETCH_STATUS <> -1)
BEGIN
    IF (@@FETCH_STATUS <> -2)
    BEGIN
        execute f_idrefs @t, @idtable, @id;
    END
    FETCH NEXT FROM fillidrefs_cursor INTO @id, @t
END;
CLOSE fillidrefs_cursor;
DEALLOCATE fillidrefs_cursor;
GO
DECLARE @h int;
EXECUTE sp_xml_preparedocument @h OUTPUT, N'<Data>
  <Class id = "c1" name = "Intro to Programming"
         attendedBy = "s1 s4 s5" />
  <Class id = "c2" name = "Databases"
         attendedBy = "s2 s3" />
  <Class id = "c5" name = "Algorithms and Graphs"
         attendedBy =  "s4 s5"/>
</Data>';
SET NOCOUNT ON;
INSERT INTO Courses SELECT * FROM OPENXML(@h, '//Class') WITH Courses
EXECUTE fill_idrefs @h, '//Class', 'id', 'attendedby', 'CourseAttendance';
SET NOCOUNT OFF;
SELECT * FROM Courses;
SELECT * FROM CourseAttendance;
EXECUTE sp_xml_removedocument @h;
GO
-- docs/relational-databases/xml/examples-using-openxml.md: K.
CREATE TABLE T (Col1 int primary key, Col2 varbinary(100));
INSERT T VALUES(1, 0x1234567890);
SELECT * FROM T
FOR XML AUTO, BINARY BASE64;
--> <T Col1="1" Col2="EjRWeJA="/>
DECLARE @h int;
EXEC sp_xml_preparedocument @h OUTPUT, '<T Col1="1" Col2="EjRWeJA="/>';
SELECT Col1,
CAST('<binary>' + Col2 + '</binary>' AS XML).value('.', 'varbinary(max)') AS BinaryCol
FROM openxml(@h, '/T')
WITH (Col1 integer, Col2 varchar(max)) ;
--> 1 | 0x1234567890
EXEC sp_xml_removedocument @h;
GO
-- docs/relational-databases/xml/examples-using-openxml.md, K: base64 in a value of a binary type; xs:hexBinary takes digits.
DECLARE @b varbinary(10) = 0x1234567890, @t varchar(20) = 'EjRWeJA=', @x xml = '<r><a>EjRWeJA=</a><b>1234567890</b><c>?</c></r>';
SELECT @x.value('(/r/a)[1]', 'varbinary(2)') AS cut, @x.value('xs:base64Binary((/r/a)[1])', 'binary(6)') AS padded,
       @x.value('xs:hexBinary((/r/b)[1])', 'varbinary(max)') AS digits, @x.value('(/r/c)[1]', 'varbinary(max)') AS invalid,
       @x.value('(/r/d)[1]', 'varbinary(max)') AS absent;
SELECT @x.value('xs:base64Binary(sql:variable("@t"))', 'varbinary(max)') AS decoded,
       @x.value('xs:base64Binary(sql:variable("@b"))', 'varchar(20)') AS encoded,
       @x.value('xs:hexBinary(sql:variable("@b"))', 'varchar(20)') AS digits,
       @x.value('xs:hexBinary(sql:variable("@b"))', 'varbinary(20)') AS same;
GO
-- docs/relational-databases/xml/openxml-sql-server.md: the columns of the edge table.
DECLARE @h int;
EXEC sp_xml_preparedocument @h OUTPUT, N'<r xmlns:p="urn:p"><p:a b="1"><!--c-->x</p:a><d/></r>';
SELECT * FROM OPENXML(@h, '/');
SELECT e.localname FROM OPENXML(@h, '//d') AS e;
SELECT * INTO #edge FROM OPENXML(@h, '/');
SELECT name, TYPE_NAME(system_type_id) AS type, max_length, is_nullable FROM tempdb.sys.columns WHERE object_id = OBJECT_ID('tempdb..#edge') ORDER BY column_id;
EXEC sp_xml_removedocument @h;
GO
