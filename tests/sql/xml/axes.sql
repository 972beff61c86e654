-- docs/xquery/path-expressions-specifying-axis.md: child, descendant, parent, attribute, self and descendant-or-self, each with a name or `*`.
DECLARE @x xml = N'<a><b>text1<c>text2<d>text3</d></c></b></a>';
SELECT @x.query('/child::a/child::b/descendant::*') AS descendants;
SELECT @x.query('/child::a/child::b/descendant-or-self::*') AS with_self;
SELECT @x.query('/child::a/child::b/descendant-or-self::d') AS named, @x.query('/a/descendant-or-self::a/b/c/d') AS own;
SELECT @x.value('count(/a/b/descendant-or-self::node())', 'int') AS nodes;
GO
DECLARE @r xml = N'<r><i n="1"/><j n="2"/><i n="3"><i n="4"/></i></r>';
SELECT @r.value('count(/r/*[self::i])', 'int') AS i, @r.value('count(//*[self::j])', 'int') AS j, @r.query('/r/*/self::j') AS step, @r.query('//self::i[@n > 2]') AS any_depth;
SELECT @r.query('/r/i/self::*') AS stars, @r.query('/r/i/self::x') AS none;
SELECT @r.query('/r/*[not(self::i)]') AS others;
-- Example C: parent with a name.
SELECT @r.query('/r/i/i/parent::i') AS parent, @r.query('/r/i/parent::x') AS none, @r.value('(//i[@n = 4]/parent::i/attribute::n)[1]', 'int') AS n;
SELECT @r.query('for $f in /r/child::* return <f n="{ ($f/parent::r/i/@n)[1] }"/>') AS example;
GO
