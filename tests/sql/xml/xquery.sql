-- docs/xquery/xquery-language-reference-sql-server.md and the pages below it: path expressions, FLWOR, conditional and quantified expressions, arithmetic,
-- constructors, functions; docs/t-sql/xml/xml-data-type-methods.md.
DECLARE @x xml = '<r><item id="1" price="10"><name>Pen</name></item><item id="2" price="2.5"><name>Ink</name><name>Blue</name></item><item id="3"/></r>';
SELECT @x.query('for $i in /r/item where $i/@price > 5 return <p>{data($i/name)}</p>') AS q; --> <p>Pen</p>
SELECT @x.query('for $i in /r/item order by number($i/@id) descending return string($i/@id)') AS q; --> 3 2 1
SELECT @x.query('for $i in /r/item, $n in $i/name return <n of="{$i/@id}">{$n/text()}</n>') AS q; --> <n of="1">Pen</n><n of="2">Ink</n><n of="2">Blue</n>
SELECT @x.query('let $n := count(/r/item) return if ($n > 2) then "many" else "few"') AS q; --> many
SELECT @x.query('<list>{/r/item[@id="2"]/name}<!--end--></list>') AS q; --> <list><name>Ink</name><name>Blue</name><!--end--></list>
SELECT @x.value('(/r/item[@id=3]/../item[1]/name)[1]', 'varchar(10)') AS up, @x.value('sum(/r/item/@price) * 2 - 1', 'float') AS n, @x.value('count(//name)', 'int') AS c; --> Pen | 24 | 3
SELECT @x.exist('some $i in /r/item satisfies $i/@price = 2.5') AS [some], @x.exist('/r/item[every $n in name satisfies $n = "Pen"]') AS e, @x.value('every $i in /r/item satisfies $i/@price > 1', 'bit') AS every; --> 1 | 1 | 0
SELECT @x.value('max(/r/item/@price)', 'float') AS mx, @x.value('min(/r/item/name)', 'varchar(9)') AS mn, @x.value('distinct-values(("a", "b", "a"))[2]', 'char(1)') AS d; --> 10 | Blue | b
SELECT @x.value('upper-case(concat(substring("abcdef", 2, 3), "x"))', 'varchar(9)') AS u, @x.value('round(2.5) + floor(1.7) + ceiling(1.2)', 'int') AS r, @x.value('7 mod 4', 'int') AS m, @x.value('local-name((/r/*)[1])', 'varchar(9)') AS l; --> BCDX | 6 | 3 | item
SELECT @x.value('(/r/item[not(@price)]/@id)[1]', 'int') AS none, @x.value('(/r/item[last()]/@id)[1]', 'int') AS lst, @x.value('(/r/item[position() > 1][1]/@id)[1]', 'int') AS second; --> 3 | 3 | 2
GO
DECLARE @x xml = '<r><item id="1"/><item id="2"/></r>', @id int = 2, @t nvarchar(10) = N'a & b';
SELECT @x.exist('/r/item[@id = sql:variable("@id")]') AS e, @x.query('<t>{sql:variable("@t")}</t>') AS q; --> 1 | <t>a &amp; b</t>
SELECT v.id, @x.query('/r/item[@id = sql:column("v.id")]') AS q FROM (VALUES (1), (2)) AS v(id);
--> 1 | <item id="1"/>
--> 2 | <item id="2"/>
GO
-- Rows of nodes() know the names and attributes of their ancestors.
DECLARE @x xml = '<r kind="r"><item id="1"><part n="a"/><part n="b"/></item><item id="2"><part n="c"/></item></r>';
SELECT p.c.value('../@id', 'int') AS id, p.c.value('../../@kind', 'char(1)') AS kind, p.c.value('@n', 'char(1)') AS n FROM @x.nodes('/r/item/part') AS p(c);
--> 1 | r | a
--> 1 | r | b
--> 2 | r | c
SELECT i.c.value('@id', 'int') AS id, p.c.value('@n', 'char(1)') AS n, p.c.value('local-name(..)', 'varchar(9)') AS up FROM @x.nodes('/r/item') AS i(c) CROSS APPLY i.c.nodes('part') AS p(c);
--> 1 | a | item
--> 1 | b | item
--> 2 | c | item
SELECT p.c.value('../../@id', 'int') AS id, p.c.value('.', 'char(1)') AS n FROM @x.nodes('//part/@n') AS p(c); --> 1 | a
--> 1 | b
--> 2 | c
GO
DECLARE @x xml = '<a><b/><c/></a>';
SELECT n.c.query('../c') AS q FROM @x.nodes('/a/b') AS n(c); --> <c/>
GO
DECLARE @x xml = '<a/>';
SELECT @x.query('$v');
--> Msg 2227, Level 16, State 1, Line 2
--> XQuery [query()]: The variable '$v' was not found in the scope in which it was referenced.
GO
DECLARE @x xml = '<a/>';
SELECT @x.query('p:a');
--> Msg 2229, Level 16, State 1, Line 2
--> XQuery [query()]: The name "p" does not denote a namespace.
GO
DECLARE @x xml = '<a/>';
SELECT @x.query('/a | /b');
--> <a/>
GO
