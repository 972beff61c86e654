-- docs/relational-databases/system-stored-procedures: xp-sprintf-transact-sql.md, xp-sscanf-transact-sql.md. The examples, and more or fewer values than %s.
DECLARE @filename varchar (20), @message varchar (20);
EXEC xp_sscanf 'sync -b -fproducts10.tmp -rrandom', 'sync -b -f%s -r%s',
  @filename OUTPUT, @message OUTPUT;
SELECT @filename, @message;
GO
DECLARE @text varchar(100);
EXEC master..xp_sprintf @text OUTPUT, 'INSERT INTO %s VALUES (%s)', 'table1', 'value1';
SELECT @text AS text;
EXEC master.sys.xp_sprintf @text OUTPUT, 'one %s', 'a', 'b';
SELECT @text AS text;
EXEC xp_sprintf @text OUTPUT, 'none';
SELECT @text AS text;
GO
DECLARE @a varchar(10), @b varchar(10);
EXEC xp_sscanf 'a-1  b-2', 'a-%s b-%s c-%s', @a OUTPUT, @b OUTPUT;
SELECT @a AS a, @b AS b;
EXEC xp_sscanf 'x', 'y%s', @a OUTPUT;
SELECT @a AS a;
GO
