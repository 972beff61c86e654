-- docs/t-sql/statements/create-function-transact-sql.md: a scalar function may declare table variables, change them, use local cursors and GOTO
-- (docs/relational-databases/user-defined-functions/create-user-defined-functions-database-engine.md, "Valid statements in a function").
CREATE TABLE dbo.words (id int NOT NULL PRIMARY KEY, word varchar(10) NOT NULL);
INSERT dbo.words VALUES (1, 'a'), (2, 'b'), (3, 'c');
GO
CREATE FUNCTION dbo.total(@from int) RETURNS int AS
BEGIN
    DECLARE @t TABLE (n int NOT NULL);
    INSERT @t SELECT id FROM dbo.words WHERE id >= @from;
    UPDATE @t SET n = n * 10;
    DELETE @t WHERE n = 20;
    RETURN (SELECT SUM(n) FROM @t);
END;
GO
CREATE FUNCTION dbo.joined(@separator varchar(5)) RETURNS varchar(100) WITH RETURNS NULL ON NULL INPUT AS
BEGIN
    DECLARE @all varchar(100) = '', @word varchar(10);
    DECLARE c CURSOR LOCAL FAST_FORWARD FOR SELECT word FROM dbo.words ORDER BY id;
    OPEN c;
again:
    FETCH NEXT FROM c INTO @word;
    IF @@FETCH_STATUS = 0
    BEGIN
        SET @all = @all + CASE @all WHEN '' THEN '' ELSE @separator END + @word;
        GOTO again;
    END;
    CLOSE c;
    DEALLOCATE c;
    RETURN @all;
END;
GO
SELECT dbo.total(1) AS a, dbo.total(3) AS b, dbo.total(9) AS c;
SELECT dbo.joined(', ') AS a, dbo.joined(NULL) AS b;
SELECT id, dbo.total(id) AS t FROM dbo.words WHERE dbo.total(id) > 10 ORDER BY id;
DECLARE @x int;
EXEC @x = dbo.total 2;
SELECT @x AS x;
GO
CREATE FUNCTION dbo.countdown(@n int) RETURNS int AS
BEGIN
    DECLARE @t TABLE (n int);
    IF @n > 0 INSERT @t SELECT dbo.countdown(@n - 1) + 1;
    ELSE INSERT @t VALUES (0);
    RETURN (SELECT n FROM @t);
END;
GO
SELECT dbo.countdown(5) AS five;
GO
SELECT dbo.countdown(40) AS deep;
GO
CREATE FUNCTION dbo.broken() RETURNS int AS
BEGIN
    DECLARE @t TABLE (n int);
    INSERT dbo.words VALUES (9, 'z');
    RETURN 1;
END;
GO
CREATE FUNCTION dbo.broken() RETURNS int AS
BEGIN
    DECLARE @t TABLE (n int);
    SELECT n FROM @t;
    RETURN 1;
END;
GO
CREATE FUNCTION dbo.broken() RETURNS int AS
BEGIN
    DECLARE @t TABLE (n int);
    INSERT @t VALUES (1);
END;
GO
CREATE FUNCTION dbo.divided(@n int) RETURNS int AS
BEGIN
    DECLARE @t TABLE (n int);
    INSERT @t VALUES (1 / @n);
    RETURN (SELECT n FROM @t);
END;
GO
SELECT dbo.divided(0) AS no;
GO
SELECT dbo.divided(1) AS one;
GO
