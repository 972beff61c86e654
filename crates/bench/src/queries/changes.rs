//! Random changes of rows: INSERT, UPDATE, DELETE and MERGE, with joins and subqueries.
//!
//! Each row is changed at most once: joins for a change are by `id` of the other table, whose
//! values are unique. SQLite and DuckDB get MERGE as several statements. A subquery in a change
//! doesn't read the changed table, because SQLite's would see the rows changed so far.

use super::column_type::{ColumnType, Family};
use super::expression::{Expression, Scope, widened};
use super::select::Generator;
use super::tables::Table;
use super::text::Text;

impl<'a> Generator<'a> {
    /// Returns a change of a random table, with the number of that table.
    pub(super) fn change(&mut self) -> (Text, usize) {
        loop {
            let (change, number) = self.any_change();
            // Subqueries name tables t and a number.
            let changed = format!(" {} t", self.tables.tables[number].name);
            let mut after = change.sqlite.split(&changed).skip(1);
            if !after.any(|rest| rest.starts_with(|next: char| next.is_ascii_digit())) {
                self.tally.note("changes of rows");
                return (change, number);
            }
        }
    }

    fn any_change(&mut self) -> (Text, usize) {
        let (one, other) = (self.dice.below(self.tables.tables.len()), self.dice.below(self.tables.tables.len()));
        let change = match self.dice.below(7) {
            0 | 1 => self.update(one),
            2 => self.update_from(one, other),
            3 => self.delete(one),
            4 => self.delete_from(one, other),
            5 if one != other => self.merge(one, other),
            _ => self.insert(one, other),
        };
        let mut change = change;
        if let Some(recomputed) = self.tables.tables[one].recompute() {
            change.duckdb = format!("{}; {}", change.duckdb.trim_end_matches(';'), recomputed.duckdb);
        }
        (change, one)
    }

    fn update(&mut self, number: usize) -> Text {
        let (table, scope) = self.named_table(number, &self.tables.tables[number].name);
        let assignments = self.assignments(table, &scope, true);
        let condition = self.row_condition(&scope);
        Text::fill(&format!("UPDATE {} SET {{0}} WHERE {{1}}", table.name), &[&assignments, &condition])
    }

    fn update_from(&mut self, one: usize, other: usize) -> Text {
        let (table, left) = self.named_table(one, "t");
        let (source, right) = self.named_table(other, "u");
        let both = Scope { local: left.local.iter().chain(&right.local).cloned().collect(), ..Scope::default() };
        let assignments = self.assignments(table, &both, false);
        let key = self.key_of(&left);
        let condition = self.condition(&both, 1);
        let name = Text::same(&table.name);
        let parts = [&assignments, &name, &Text::same(&source.name), &key, &condition];
        Text::fill_both(
            "UPDATE t SET {0} FROM {1} t JOIN {2} u ON {3} = u.id WHERE {4}",
            "UPDATE {1} AS t SET {0} FROM {2} AS u WHERE {3} = u.id AND {4}",
            &parts,
        )
    }

    fn delete(&mut self, number: usize) -> Text {
        let (table, scope) = self.named_table(number, &self.tables.tables[number].name);
        let condition = self.row_condition(&scope);
        Text::fill(&format!("DELETE FROM {} WHERE {{0}}", table.name), &[&condition])
    }

    fn delete_from(&mut self, one: usize, other: usize) -> Text {
        let (table, left) = self.named_table(one, "t");
        let (source, right) = self.named_table(other, "u");
        let both = Scope { local: left.local.iter().chain(&right.local).cloned().collect(), ..Scope::default() };
        let equality = self.equality(&left.local, &right.local);
        let condition = self.condition(&both, 1);
        Text::fill_both(
            "DELETE t FROM {0} t JOIN {1} u ON {2} WHERE {3}",
            "DELETE FROM {0} AS t WHERE EXISTS (SELECT 1 FROM {1} AS u WHERE {2} AND {3})",
            &[&Text::same(&table.name), &Text::same(&source.name), &equality, &condition],
        )
    }

    fn insert(&mut self, one: usize, other: usize) -> Text {
        let (table, _) = self.named_table(one, "t");
        let (source, right) = self.named_table(other, "u");
        let condition = self.row_condition(&right);
        let (names, values) = self.row_values(table, &right, "u.id + 1000");
        Text::fill(
            &format!("INSERT INTO {} ({names}) SELECT {{0}} FROM {} u WHERE {{1}}", table.name, source.name),
            &[&values, &condition],
        )
    }

    /// Returns a MERGE that never deletes a matched row, so that the order of the other engines'
    /// statements doesn't matter: those beside the source go, then matched rows change, then rows
    /// come.
    fn merge(&mut self, one: usize, other: usize) -> Text {
        let (table, left) = self.named_table(one, "t");
        let (source, right) = self.named_table(other, "u");
        let both = Scope { local: left.local.iter().chain(&right.local).cloned().collect(), ..Scope::default() };
        let shift = self.dice.between(0, 9);
        let on = format!("t.id = u.id + {shift}");
        let assignments = self.assignments(table, &both, false);
        let matched = self.condition(&both, 1);
        let new = self.condition(&right, 0);
        let (names, values) = self.row_values(table, &right, &format!("u.id + {shift}"));
        let deletes = self.dice.one_in(3);
        let mut merged = Text::fill_both(
            &format!(
                "MERGE {0} t USING {1} u ON {on} WHEN MATCHED AND {{0}} THEN UPDATE SET {{1}} \
                 WHEN NOT MATCHED AND {{2}} THEN INSERT ({names}) VALUES ({{3}})",
                table.name, source.name
            ),
            &format!(
                "UPDATE {0} AS t SET {{1}} FROM {1} AS u WHERE {on} AND {{0}}; \
                 INSERT INTO {0} ({names}) SELECT {{3}} FROM {1} u WHERE {{2}} \
                 AND NOT EXISTS (SELECT 1 FROM {0} t WHERE {on})",
                table.name, source.name
            ),
            &[&matched, &assignments, &new, &values],
        );
        if deletes {
            let delete = format!(
                "DELETE FROM {0} AS t WHERE NOT EXISTS (SELECT 1 FROM {1} u WHERE {on}); ",
                table.name, source.name
            );
            merged.sluice.push_str(" WHEN NOT MATCHED BY SOURCE THEN DELETE");
            merged.sqlite.insert_str(0, &delete);
            merged.duckdb.insert_str(0, &delete);
        }
        merged.sluice.push(';');
        merged
    }

    /// Returns a table with the scope of its columns under an alias.
    fn named_table(&self, number: usize, alias: &str) -> (&'a Table, Scope) {
        let table = &self.tables.tables[number];
        let local = table.columns.iter().map(|(name, column)| Expression {
            text: Text::same(format!("{alias}.{name}")),
            family: column.family(),
            column: Some(*column),
            is_small: *column != ColumnType::Wide,
        });
        (table, Scope { local: local.collect(), ..Scope::default() })
    }

    /// Returns a condition, sometimes with a subquery.
    fn row_condition(&mut self, scope: &Scope) -> Text {
        if self.dice.one_in(3) { self.subquery_condition(scope, 0) } else { self.condition(scope, 2) }
    }

    /// Returns an integer column to join with the key of another table.
    fn key_of(&mut self, scope: &Scope) -> Text {
        let numbers: Vec<&Expression> = scope.local.iter().filter(|column| column.family == Family::Integer).collect();
        self.dice.pick(&numbers).map_or_else(|| Text::same("t.id"), |column| column.text.clone())
    }

    /// Returns assignments to one to three columns.
    fn assignments(&mut self, table: &Table, scope: &Scope, has_subqueries: bool) -> Text {
        let columns: Vec<&(String, ColumnType)> = table.stored().skip(1).collect();
        let start = self.dice.below(columns.len());
        let count = 1 + self.dice.below(3.min(columns.len()));
        let chosen = columns.iter().cycle().skip(start).take(count);
        let assigned: Vec<Text> = chosen
            .map(|(name, column)| {
                let is_number = matches!(column, ColumnType::Int | ColumnType::BigInt);
                let value = if has_subqueries && is_number && self.dice.one_in(4) {
                    self.scalar_subquery(&scope.local)
                } else {
                    Expression::computed(self.value_for(*column, scope), column.family())
                };
                let value = match value.family == column.family() {
                    true => value.text,
                    false => column.constant(self.dice),
                };
                let value = match table.required.contains(name) {
                    true => Text::fill("COALESCE({0}, {1})", &[&value, &column.constant(self.dice)]),
                    false => value,
                };
                Text::fill(&format!("{name} = {{0}}"), &[&value])
            })
            .collect();
        Text::join(&assigned, ", ")
    }

    /// Returns the names and values of all columns of a row, with a given key.
    fn row_values(&mut self, table: &Table, scope: &Scope, key: &str) -> (String, Text) {
        let mut values = vec![Text::same(key)];
        for (name, column) in table.stored().skip(1) {
            let value = self.value_for(*column, scope);
            let constant = column.constant(self.dice);
            values.push(match table.required.contains(name) {
                true => Text::fill("COALESCE({0}, {1})", &[&value, &constant]),
                false => value,
            });
        }
        let names: Vec<&str> = table.stored().map(|(name, _)| name.as_str()).collect();
        (names.join(", "), Text::join(&values, ", "))
    }

    /// Returns a value that fits a column: a column of its type, a constant, or an expression if
    /// its values can't be too great for the type.
    fn value_for(&mut self, column: ColumnType, scope: &Scope) -> Text {
        let same: Vec<&Expression> = scope.local.iter().filter(|other| other.column == Some(column)).collect();
        match (self.dice.pick(&same), column) {
            (Some(other), _) if self.dice.one_in(2) => other.text.clone(),
            (_, ColumnType::Int | ColumnType::BigInt | ColumnType::Date | ColumnType::DateTime2) => {
                let value = self.scalar_of(column.family(), scope, 1);
                match value.family == column.family() {
                    true => widened(value).text,
                    false => column.constant(self.dice),
                }
            }
            (_, ColumnType::VarChar | ColumnType::NVarChar) => {
                let value = self.scalar_of(Family::Text, scope, 1);
                Text::fill_both("LEFT({0}, 30)", "substr({0}, 1, 30)", &[&value.text])
            }
            _ => column.constant(self.dice),
        }
    }
}
