-- The examples of pages of docs/t-sql/xml. A line after --> is a row that the page shows.
-- docs/t-sql/xml/insert-xml-dml.md, docs/t-sql/xml/modify-method-xml-data-type.md: A.
DECLARE @myDoc xml;
SET @myDoc = '<Root>
    <ProductDescription ProductID="1" ProductName="Road Bike">
        <Features>
        </Features>
    </ProductDescription>
</Root>'  ;
SELECT @myDoc;
-- insert first feature child (no need to specify as first or as last)
SET @myDoc.modify('
insert <Maintenance>3 year parts and labor extended maintenance is available</Maintenance>
into (/Root/ProductDescription/Features)[1]') ;
SELECT @myDoc ;
-- insert second feature. We want this to be the first in sequence so use 'as first'
set @myDoc.modify('
insert <Warranty>1 year parts and labor</Warranty>
as first
into (/Root/ProductDescription/Features)[1]
')  ;
SELECT @myDoc  ;
-- insert third feature child. This one is the last child of <Features> so use 'as last'
SELECT @myDoc
SET @myDoc.modify('
insert <Material>Aluminium</Material>
as last
into (/Root/ProductDescription/Features)[1]
')
SELECT @myDoc ;
-- Add fourth feature - this time as a sibling (and not a child)
-- 'after' keyword is used (instead of as first or as last child)
set @myDoc.modify('
insert <BikeFrame>Strong long lasting</BikeFrame>
after (/Root/ProductDescription/Features/Material)[1]
')  ;
SELECT @myDoc;
GO
-- B.
DECLARE @myDoc xml;
SET @myDoc = N'<Root>
<ProductDescription ProductID="1" ProductName="Road Bike">
    <Features> </Features>
</ProductDescription>
</Root>';
DECLARE @newFeatures xml;
SET @newFeatures = N'<Warranty>1 year parts and labor</Warranty>
<Maintenance>3 year parts and labor extended maintenance is available</Maintenance>';
-- insert new features from specified variable
SET @myDoc.modify('
insert sql:variable("@newFeatures")
into (/Root/ProductDescription/Features)[1] ')
SELECT @myDoc;
GO
-- C.
DECLARE @myDoc xml ;
SET @myDoc =
'<Root>
    <Location LocationID="10" >
        <step>Manufacturing step 1 at this work center</step>
        <step>Manufacturing step 2 at this work center</step>
    </Location>
</Root>' ;
SELECT @myDoc  ;
-- insert LaborHours attribute
SET @myDoc.modify('
insert attribute LaborHours {".5" }
into (/Root/Location[@LocationID=10])[1] ') ;
SELECT @myDoc  ;
-- insert MachineHours attribute but its value is retrived from a sql variable @Hrs
DECLARE @Hrs float ;
SET @Hrs =.2   ;
SET @myDoc.modify('
insert attribute MachineHours {sql:variable("@Hrs") }
into   (/Root/Location[@LocationID=10])[1] ');
SELECT @myDoc;
-- insert sequence of attribute nodes (note the use of ',' and ()
-- around the attributes.
SET @myDoc.modify('
insert (
           attribute SetupHours {".5" },
           attribute SomeOtherAtt {".2"}
        )
into (/Root/Location[@LocationID=10])[1] ');
SELECT @myDoc;
GO
-- D and E.
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
SET @myDoc.modify('
insert <?Program = "Instructions.exe" ?>
before (/Root)[1] ') ;
SELECT @myDoc ;
GO
-- F.
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
GO
-- G.
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
-- H.
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
-- insert a new element
UPDATE T
SET x.modify('insert <Material>Aluminium</Material> as first
  into   (/Root/ProductDescription/Features)[1]
');
GO
-- check the update
SELECT x.query(' //ProductDescription/Features')
FROM T;
GO
-- I.
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
-- docs/t-sql/xml/delete-xml-dml.md: A.
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
-- delete an attribute
SET @myDoc.modify('
  delete /Root/Location/@MachineHours
')
-- delete an element
SET @myDoc.modify('
  delete /Root/Location/step[2]
')
-- delete text node (in <Location>
SET @myDoc.modify('
  delete /Root/Location/text()
')
SELECT @myDoc
-- delete all processing instructions
SET @myDoc.modify('
  delete //processing-instruction()
')
SELECT @myDoc
GO
-- B.
SELECT x.query(' //ProductDescription/Features')
FROM T
-- delete the second feature
UPDATE T
SET x.modify('delete /Root/ProductDescription/Features/*[2]')
-- verify the deletion
SELECT x.query(' //ProductDescription/Features')
FROM T
GO
-- docs/t-sql/xml/replace-value-of-xml-dml.md: A.
DECLARE @myDoc xml;
SET @myDoc = '<Root>
<Location LocationID="10"
            LaborHours="1.1"
            MachineHours=".2" >Manufacturing steps are described here.
<step>Manufacturing step 1 at this work center</step>
<step>Manufacturing step 2 at this work center</step>
</Location>
</Root>';
-- update text in the first manufacturing step
SET @myDoc.modify('
  replace value of (/Root/Location/step[1]/text())[1]
  with     "new text describing the manu step"
');
-- update attribute value
SET @myDoc.modify('
  replace value of (/Root/Location/@LaborHours)[1]
  with     "100.0"
');
SELECT @myDoc.query('/Root/Location/step'), @myDoc.value('(/Root/Location/@LaborHours)[1]', 'varchar(10)');
GO
-- B.
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
SELECT @myDoc.value('(/Root/Location/@LaborHours)[1]', 'varchar(10)');
GO
-- C.
UPDATE T
SET x.modify('
  replace value of (/Root/ProductDescription/@ProductName)[1]
  with "New Road Bike" ')
SELECT x.query(' /Root/ProductDescription')
FROM T
GO
-- insert-xml-dml.md, Arguments: the target is no attribute, comment or instruction, no several nodes and no constructed node; before and
-- after insert no attributes; the root can't be inserted; an empty sequence inserts nothing; values become one text.
DECLARE @x xml = '<a b="1"><!--c--><?d e?><f/></a>';
SET @x.modify('insert () into (/a/f)[1]');
SET @x.modify('insert /a/nothing into (/a/f)[1]');
SET @x.modify('insert <n/> into (/a/nothing)[1]');
SET @x.modify('insert <n/> before (/a/comment())[1]');
SET @x.modify('insert <n/> after (/a/processing-instruction())[1]');
SET @x.modify('insert (1, 2, "three") into (/a/f)[1]');
SELECT @x;
GO
-- delete-xml-dml.md, Arguments: neither the root nor a constructed node is deleted; an empty sequence deletes nothing.
DECLARE @x xml = '<a><b/></a>';
SET @x.modify('delete /a/none');
SET @x.modify('delete (/a/b, /a/none)');
SELECT @x;
GO
-- replace-value-of-xml-dml.md, Arguments: one attribute or text node, no comment and no instruction; a list of values is the new value.
DECLARE @x xml = '<a b="1">t<!--c--><?d e?></a>';
SET @x.modify('replace value of /a/@b with "x"');
GO
DECLARE @x xml = '<a b="1">t<!--c--><?d e?></a>';
SET @x.modify('replace value of (/a/@b)[1] with (1, 2, 3)');
SET @x.modify('replace value of (/a/@none)[1] with "x"');
SET @x.modify('replace value of (/a/text())[1] with ()');
SELECT @x;
SET @x.modify('replace value of (/a/@b)[1] with 500 cast as xs:decimal ?');
SELECT @x;
GO
-- modify-method-xml-data-type.md: only in SET of UPDATE and in SET of a variable; no NULL.
UPDATE T SET x = NULL;
UPDATE T SET x.modify('delete /Root');
GO
DROP TABLE T;
GO
