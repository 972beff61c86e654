CREATE TABLE fly_parent (id int NOT NULL);
