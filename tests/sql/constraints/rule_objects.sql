-- docs/t-sql/statements/create-rule-transact-sql.md, drop-rule-transact-sql.md;
-- docs/relational-databases/system-stored-procedures/sp-bindrule-transact-sql.md, sp-unbindrule-transact-sql.md.
CREATE DATABASE R;
GO
USE R;
GO
-- A, B and C of CREATE RULE.
CREATE RULE range_rule
AS
@range>= $1000 AND @range <$20000;
GO
CREATE RULE list_rule
AS
@list IN ('1389', '0736', '0877');
GO
CREATE RULE pattern_rule
AS
@value LIKE '__-%[0-9]'
GO
CREATE TABLE dbo.t (id int, price money NULL, pub char(4) NULL, code varchar(20) NULL CONSTRAINT ck CHECK (code <> 'AB-9'));
INSERT INTO t VALUES (0, 5, 'none', 'none');
GO
EXEC sp_bindrule 'range_rule', 't.price';
EXEC sp_bindrule 'dbo.list_rule', 'dbo.t.pub';
EXEC sp_bindrule @rulename = pattern_rule, @objname = 't.code';
GO
-- "Rules do not apply to data already existing in the database".
SELECT * FROM t;
INSERT INTO t VALUES (1, 1000, '1389', 'AB-1'), (2, 19999.99, '0877', 'xx-y7');
GO
INSERT INTO t (id, price) VALUES (3, 999.99);
GO
INSERT INTO t (id, pub) VALUES (3, '9999');
GO
UPDATE t SET code = 'AB-x' WHERE id = 1;
GO
-- A rule and a CHECK constraint: all restrictions are evaluated.
UPDATE t SET code = 'AB-9' WHERE id = 1;
GO
-- An unknown condition passes, as does a column that isn't changed.
INSERT INTO t (id) VALUES (4);
UPDATE t SET price = 2000 WHERE id = 0;
SELECT * FROM t ORDER BY id;
GO
MERGE t USING (VALUES (4, 1)) AS s(id, price) ON t.id = s.id WHEN MATCHED THEN UPDATE SET price = s.price;
GO
SELECT c.name, OBJECT_NAME(c.rule_object_id) AS bound FROM sys.columns AS c WHERE c.object_id = OBJECT_ID('t');
SELECT name, type, type_desc FROM sys.objects WHERE type = 'R' ORDER BY name;
SELECT OBJECTPROPERTY(OBJECT_ID('list_rule'), 'IsRule') AS is_rule;
EXEC sp_helptext 'list_rule';
GO
DROP RULE range_rule;
GO
-- A renamed column keeps its rule.
EXEC sp_rename 't.price', 'amount', 'COLUMN';
GO
UPDATE t SET amount = 1 WHERE id = 4;
GO
EXEC sp_unbindrule 't.amount';
DROP RULE range_rule;
UPDATE t SET amount = 1 WHERE id = 4;
GO
EXEC sp_unbindrule 't.amount';
GO
-- A rule of a type that doesn't fit the column fails when a value is inserted.
CREATE TABLE n (a int, b AS a + 1, m nvarchar(max), x xml);
EXEC sp_bindrule 'list_rule', 'n.a';
GO
INSERT INTO n (a) VALUES (1389), (736);
SELECT a FROM n;
GO
INSERT INTO n (a) VALUES (1);
GO
EXEC sp_bindrule 'list_rule', 'n.b';
EXEC sp_bindrule 'list_rule', 'n.m';
EXEC sp_bindrule 'list_rule', 'n.x';
EXEC sp_bindrule 'none', 'n.a';
EXEC sp_bindrule 'list_rule', 'none';
EXEC sp_bindrule 'list_rule', 'n.a', 'soon';
GO
-- What a rule can't be.
CREATE RULE wrong AS 1 = 1;
GO
CREATE RULE wrong AS @a > @b;
GO
CREATE RULE wrong AS @a > c;
GO
CREATE RULE wrong AS @a > dbo.f(1);
GO
CREATE RULE wrong AS EXISTS (SELECT 1 WHERE @a = 1);
GO
PRINT 'first';
CREATE RULE wrong AS @a > 1;
GO
DROP RULE none;
GO
DROP RULE list_rule, pattern_rule;
GO
-- Alias types: sp_bindrule B and C, sp_bindefault B and C.
CREATE TYPE ssn FROM varchar(11) NOT NULL;
GO
CREATE TABLE old (a ssn, b ssn DEFAULT 'own', c varchar(11));
GO
CREATE DEFAULT def_ssn AS '000-00-0000';
GO
CREATE RULE rule_ssn AS @s LIKE '[0-9][0-9][0-9]-[0-9][0-9]-%';
GO
EXEC sp_bindefault 'def_ssn', 'ssn', 'futureonly';
EXEC sp_bindrule 'rule_ssn', 'ssn', 'futureonly';
GO
-- A new column inherits both, an old one has neither.
CREATE TABLE new (a ssn, b ssn DEFAULT '111-11-1111', i int);
INSERT INTO new (i) VALUES (1);
INSERT INTO old (a) VALUES ('x');
SELECT * FROM new;
SELECT * FROM old;
GO
INSERT INTO new (a) VALUES ('x');
GO
INSERT INTO old (c) VALUES ('y');
GO
SELECT name, OBJECT_NAME(default_object_id) AS d, OBJECT_NAME(rule_object_id) AS r FROM sys.types WHERE is_user_defined = 1;
SELECT DOMAIN_NAME, DOMAIN_DEFAULT FROM INFORMATION_SCHEMA.DOMAINS;
SELECT CONSTRAINT_NAME, DOMAIN_NAME FROM INFORMATION_SCHEMA.DOMAIN_CONSTRAINTS;
GO
-- Without futureonly, existing columns take both, unless they have their own.
EXEC sp_bindefault 'def_ssn', 'ssn';
EXEC sp_bindrule 'rule_ssn', 'ssn';
GO
INSERT INTO old (c, b) VALUES ('y', '222-22-2222');
SELECT * FROM old;
GO
INSERT INTO old (c) VALUES ('z');
GO
-- "binding a rule to a data type does not replace a rule bound to a column of that alias data type"
CREATE RULE any_rule AS @s <> '';
GO
CREATE RULE no_rule AS LEN(@s) > 100;
GO
EXEC sp_bindrule 'any_rule', 'old.a';
EXEC sp_bindrule 'no_rule', 'ssn';
GO
INSERT INTO old (a, b) VALUES ('a', 'b');
GO
SELECT OBJECT_NAME(t.object_id) AS tab, t.name, OBJECT_NAME(t.rule_object_id) AS r FROM sys.columns AS t
WHERE t.rule_object_id <> 0 ORDER BY 1, 2;
GO
DROP RULE no_rule;
GO
DROP TYPE ssn;
GO
-- Unbinding: of future columns alone, and of all.
EXEC sp_unbindrule 'ssn', 'futureonly';
EXEC sp_unbindefault 'ssn';
GO
SELECT OBJECT_NAME(t.object_id) AS tab, t.name, OBJECT_NAME(t.rule_object_id) AS r, t.default_object_id % 2 * 0 AS d
FROM sys.columns AS t WHERE OBJECT_NAME(t.object_id) IN ('old', 'new') ORDER BY 1, 2;
EXEC sp_unbindrule 'ssn';
EXEC sp_unbindefault 'ssn';
GO
DROP TABLE old, new;
DROP RULE any_rule, no_rule, rule_ssn;
DROP DEFAULT def_ssn;
DROP TYPE ssn;
GO
USE master;
DROP DATABASE R;
GO
