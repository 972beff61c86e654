-- Examples of docs/t-sql/xml/: insert-xml-dml.md, delete-xml-dml.md and replace-value-of-xml-dml.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- insert, A
DECLARE @myDoc xml;
SET @myDoc = '<Root>
    <ProductDescription ProductID="1" ProductName="Road Bike">
        <Features>
        </Features>
    </ProductDescription>
</Root>'  ;
SELECT @myDoc;
set @myDoc.modify('
insert <Maintenance>3 year parts and labor extended maintenance is available</Maintenance>
into (/Root/ProductDescription/Features)[1]') ;
SELECT @myDoc ;
set @myDoc.modify('
insert <Warranty>1 year parts and labor</Warranty>
as first
into (/Root/ProductDescription/Features)[1]
')  ;
SELECT @myDoc  ;
SET @myDoc.modify('
insert <Material>Aluminium</Material>
as last
into (/Root/ProductDescription/Features)[1]
')
SELECT @myDoc ;
set @myDoc.modify('
insert <BikeFrame>Strong long lasting</BikeFrame>
after (/Root/ProductDescription/Features/Material)[1]
')  ;
SELECT @myDoc;
GO
-- insert, B
DECLARE @myDoc xml;
SET @myDoc = N'<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
    <Features> </Features>
</ProductDescription>
</Root>';
DECLARE @newFeatures xml;
SET @newFeatures = N'<Warranty>1 year parts and labor</Warranty>
<Maintenance>3 year parts and labor extended maintenance is available</Maintenance>';
SET @myDoc.modify('
insert sql:variable("@newFeatures")
into (/Root/ProductDescription/Features)[1] ')
SELECT @myDoc;
GO
-- insert, C
DECLARE @myDoc xml ;
SET @myDoc =
'<Root>
    <Location LocationID="10" >
        <step>Manufacturing step 1 at this work center</step>
        <step>Manufacturing step 2 at this work center</step>
    </Location>
</Root>' ;
SET @myDoc.modify('
insert attribute LaborHours {".5" }
into (/Root/Location[@LocationID=10])[1] ') ;
SELECT @myDoc  ;
DECLARE @Hrs float ;
SET @Hrs =.2   ;
SET @myDoc.modify('
insert attribute MachineHours {sql:variable("@Hrs") }
into   (/Root/Location[@LocationID=10])[1] ');
SELECT @myDoc;
SET @myDoc.modify('
insert (
           attribute SetupHours {".5" },
           attribute SomeOtherAtt {".2"}
        )
into (/Root/Location[@LocationID=10])[1] ');
SELECT @myDoc;
GO
-- insert, D
DECLARE @myDoc xml;
SET @myDoc =
'<Root>
    <Location LocationID="10" >
        <step>Manufacturing step 1 at this work center</step>
        <step>Manufacturing step 2 at this work center</step>
    </Location>
</Root>' ;
SET @myDoc.modify('
insert <!-- some comment -->
after (/Root/Location[@LocationID=10]/step[1])[1] ');
SELECT @myDoc;
GO
-- insert, E
DECLARE @myDoc xml;
SET @myDoc =
'<Root>
    <Location LocationID="10" >
        <step>Manufacturing step 1 at this work center</step>
    </Location>
</Root>' ;
SET @myDoc.modify('
insert <?Program = "Instructions.exe" ?>
before (/Root)[1] ') ;
SELECT @myDoc ;
GO
-- insert, F: '<' is saved as &lt;
DECLARE @myDoc xml;
SET @myDoc =
'<Root>
    <ProductDescription ProductID="1" ProductName="Road Bike">
        <Features> </Features>
    </ProductDescription>
</Root>' ;
SET @myDoc.modify('
insert <![CDATA[ <notxml> as text </notxml> or cdata ]]>
into  (/Root/ProductDescription/Features)[1] ') ;
SELECT @myDoc ;
--> <Root><ProductDescription ProductID="1" ProductName="Road Bike"><Features> &lt;notxml&gt; as text &lt;/notxml&gt; or cdata </Features></ProductDescription></Root>
GO
-- insert, G
DECLARE @myDoc xml;
SET @myDoc = '<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
<Features>

</Features>
</ProductDescription>
</Root>'
set @myDoc.modify('
 insert text{"Product Catalog Description"}
 as first into (/Root)[1]
');
SELECT @myDoc;
GO
-- insert, H
CREATE TABLE T (i int, x xml);
go
INSERT INTO T VALUES(1,'<Root>
    <ProductDescription ProductID="1" ProductName="Road Bike">
        <Features>
            <Warranty>1 year parts and labor</Warranty>
            <Maintenance>3 year parts and labor extended maintenance is available</Maintenance>
        </Features>
    </ProductDescription>
</Root>');
go
UPDATE T
SET x.modify('insert <Material>Aluminium</Material> as first
  into   (/Root/ProductDescription/Features)[1]
');
GO
SELECT x.query(' //ProductDescription/Features')
FROM T;
GO
-- insert, I: an attribute, then an element
DECLARE @myDoc xml;
SET @myDoc =
'<Root>
    <Location LocationID="10" LaborHours="1.2" >
        <step>Manufacturing step 1 at this work center</step>
    <step>Manufacturing step 2 at this work center</step>
    </Location>
</Root>';
SET @myDoc.modify('
insert
if (/Root/Location[@LocationID=10])
then attribute MachineHours {".5"}
else ()
    as first into   (/Root/Location[@LocationID=10])[1] ');
SELECT @myDoc;
GO
DECLARE @myDoc xml;
SET @myDoc =
'<Root>
    <Location LocationID="10" LaborHours="1.2" >
        <step>Manufacturing step 1 at this work center</step>
        <step>Manufacturing step 2 at this work center</step>
    </Location>
</Root>';
SET @myDoc.modify('
insert
if (count(/Root/Location/step) <= 2)
then element step { "This is a new step" }
else ()
    as last into   (/Root/Location[@LocationID=10])[1] ');
SELECT @myDoc;
--> <Root><Location LocationID="10" LaborHours="1.2"><step>Manufacturing step 1 at this work center</step><step>Manufacturing step 2 at this work center</step><step>This is a new step</step></Location></Root>
GO
-- delete, A
DECLARE @myDoc xml
SET @myDoc = '<?Instructions for=TheWC.exe ?>
<Root>
 <!-- instructions for the 1st work center -->
<Location LocationID="10"
            LaborHours="1.1"
            MachineHours=".2" >Some text 1
<step>Manufacturing step 1 at this work center</step>
<step>Manufacturing step 2 at this work center</step>
</Location>
</Root>'
SET @myDoc.modify('
  delete /Root/Location/@MachineHours
')
SET @myDoc.modify('
  delete /Root/Location/step[2]
')
SET @myDoc.modify('
  delete /Root/Location/text()
')
SELECT @myDoc
SET @myDoc.modify('
  delete //processing-instruction()
')
SELECT @myDoc
GO
-- delete, B
TRUNCATE TABLE T;
INSERT INTO T VALUES(1,'<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
<Features>
  <Warranty>1 year parts and labor</Warranty>
  <Maintenance>3 year parts and labor extended maintenance is available</Maintenance>
</Features>
</ProductDescription>
</Root>')
go
UPDATE T
SET x.modify('delete /Root/ProductDescription/Features/*[2]')
SELECT x.query(' //ProductDescription/Features')
FROM T
GO
-- replace value of, A
DECLARE @myDoc xml;
SET @myDoc = '<Root>
<Location LocationID="10"
            LaborHours="1.1"
            MachineHours=".2" >Manufacturing steps are described here.
<step>Manufacturing step 1 at this work center</step>
<step>Manufacturing step 2 at this work center</step>
</Location>
</Root>';
SET @myDoc.modify('
  replace value of (/Root/Location/step[1]/text())[1]
  with     "new text describing the manu step"
');
SET @myDoc.modify('
  replace value of (/Root/Location/@LaborHours)[1]
  with     "100.0"
');
SELECT @myDoc.query('/Root/Location/step'), @myDoc.value('(/Root/Location/@LaborHours)[1]', 'varchar(9)');
GO
-- replace value of, B
DECLARE @myDoc xml
SET @myDoc = '<Root>
<Location LocationID="10"
            LaborHours=".1"
            MachineHours=".2" >Manu steps are described here.
<step>Manufacturing step 1 at this work center</step>
<step>Manufacturing step 2 at this work center</step>
</Location>
</Root>'
SET @myDoc.modify('
  replace value of (/Root/Location[1]/@LaborHours)[1]
  with (
       if (count(/Root/Location[1]/step) > 3) then
         "3.0"
       else
          "1.0"
      )
')
SELECT @myDoc.query('/Root/Location/step'), @myDoc.value('(/Root/Location/@LaborHours)[1]', 'varchar(9)');
GO
-- replace value of, C
drop table T
go
CREATE TABLE T (i int, x xml)
go
INSERT INTO T VALUES(1,'<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
<Features>
  <Warranty>1 year parts and labor</Warranty>
</Features>
</ProductDescription>
</Root>')
go
UPDATE T
SET x.modify('
  replace value of (/Root/ProductDescription/@ProductName)[1]
  with "New Road Bike" ')
SELECT x.query(' /Root/ProductDescription')
FROM T
GO
