-- docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md: 2210, 2234, 2349, for operands whose types the text
-- shows. docs/xquery/xquery-expressions.md: sequences of nodes and atomic values aren't supported.
DECLARE @x XML = '<r><a>1</a></r>';
SELECT @x.query('(1, <b/>)');
GO
DECLARE @x XML = '<r><a>1</a></r>';
SELECT @x.query('(<b/>, "text")');
GO
DECLARE @x XML = '<r><a>1</a></r>';
SELECT @x.query('"a" + 1');
GO
DECLARE @x XML = '<r><a>1</a></r>';
SELECT @x.query('2 div "a"');
GO
DECLARE @x XML = '<r><a>1</a></r>';
SELECT @x.value('"a" = 1.5', 'bit');
GO
DECLARE @x XML = '<r><a>1</a></r>';
SELECT @x.query('declare namespace p="u"; declare namespace p="v"; /p:a');
GO
-- Nodes have no type before the run; sequences of one kind are fine.
DECLARE @x XML = '<r><a>1</a></r>';
SELECT @x.query('(<b/>, <c/>)') AS nodes, @x.query('(1, 2.5, -3)') AS numbers, @x.query('/r/a + 1') AS total, @x.exist('/r[a = 1]') AS found;
