-- docs/t-sql/queries/update-transact-sql.md, delete-transact-sql.md: a positioned change may name its table by an alias of
-- the FROM clause.
CREATE TABLE current_of_alias (id int PRIMARY KEY, n int);
INSERT INTO current_of_alias VALUES (1, 10), (2, 20), (3, 30);
DECLARE c CURSOR KEYSET FOR SELECT id, n FROM current_of_alias FOR UPDATE;
OPEN c;
FETCH NEXT FROM c;
UPDATE t SET n = t.n + 1 FROM current_of_alias AS t WHERE CURRENT OF c;
FETCH NEXT FROM c;
DELETE FROM t FROM current_of_alias AS t WHERE CURRENT OF c;
FETCH NEXT FROM c;
UPDATE current_of_alias SET n = 0 FROM current_of_alias WHERE CURRENT OF c;
UPDATE current_of_alias SET n = t.n - 1 FROM current_of_alias AS t WHERE CURRENT OF c;
SELECT id, n FROM current_of_alias ORDER BY id;
GO
-- FROM may have another table alone, with columns of the same names.
CREATE TABLE other_of_alias (id int, n int);
INSERT INTO other_of_alias VALUES (3, 7);
UPDATE current_of_alias SET n = current_of_alias.n + o.n FROM other_of_alias AS o WHERE CURRENT OF c;
SELECT id, n FROM current_of_alias ORDER BY id;
GO
UPDATE o SET id = 1 FROM other_of_alias AS o WHERE CURRENT OF c;
GO
UPDATE t SET n = 0 FROM current_of_alias AS t JOIN other_of_alias AS o ON o.id = t.id WHERE CURRENT OF c;
GO
CLOSE c;
DEALLOCATE c;
DROP TABLE current_of_alias;
DROP TABLE other_of_alias;
