CREATE TYPE fly_money FROM decimal(10, 2) NOT NULL;
CREATE SEQUENCE fly_numbers AS bigint START WITH 100;
CREATE TABLE fly_parent (
    id int IDENTITY CONSTRAINT fly_parent_pk PRIMARY KEY,
    name nvarchar(50) NOT NULL CONSTRAINT fly_parent_name UNIQUE,
    amount decimal(10, 2) NOT NULL CONSTRAINT fly_parent_amount DEFAULT 0 CONSTRAINT fly_parent_positive CHECK (amount >= 0),
    twice AS amount * 2
);
CREATE TABLE fly_child (
    id bigint NOT NULL CONSTRAINT fly_child_number DEFAULT NEXT VALUE FOR fly_numbers CONSTRAINT fly_child_pk PRIMARY KEY,
    parent int NOT NULL CONSTRAINT fly_child_parent REFERENCES fly_parent (id) ON DELETE CASCADE,
    note nvarchar(max) NULL
);
CREATE INDEX fly_child_by_parent ON fly_child (parent) INCLUDE (id);
INSERT INTO fly_parent (name, amount) VALUES (N'ü', 12.34), (N'${who}', 5);
INSERT INTO fly_child (parent, note) SELECT id, name FROM fly_parent;
