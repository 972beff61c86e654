//! SHOWPLAN text of table access.

use super::Line;
use super::expression::{Words, comparison_symbol, quoted};
use crate::physical::{ScanTarget, Seek, SeekRange};
use sluice_catalog::{Index, Table};
use sluice_types::Comparison;

impl Words<'_> {
    /// Returns the table's name with database and schema. Each part is in brackets. A table
    /// variable has only its name.
    pub(crate) fn table(&self, database: Option<&str>, table: &Table) -> String {
        if table.is_variable() {
            return quoted(&table.name);
        }
        let database = database.unwrap_or(self.database);
        format!("{}.{}.{}", quoted(database), quoted(&table.schema), quoted(&table.name))
    }

    /// Returns the accessed heap or index. The form is `OBJECT:([db].[schema].[table].[index])`.
    pub(crate) fn object(&self, database: Option<&str>, table: &Table, index: Option<&Index>) -> String {
        let table = self.table(database, table);
        match index {
            Some(index) => format!("OBJECT:({table}.{})", quoted(&index.name)),
            None => format!("OBJECT:({table})"),
        }
    }

    /// Registers the names of a scan's columns. Expressions above show them as
    /// `[db].[schema].[table].[column]`.
    pub(crate) fn name_columns(&mut self, target: &ScanTarget) {
        let table = self.table(target.database.as_deref(), &target.table);
        for (id, column) in target.columns.iter().zip(&target.table.columns) {
            self.columns.insert(*id, format!("{table}.{}", quoted(&column.name)));
        }
    }

    /// Returns the line of a table's scan or seek.
    pub(crate) fn scan(&self, target: &ScanTarget) -> Line {
        self.access(target.database.as_deref(), &target.table, target.seek.as_ref(), target.is_backward)
    }

    /// Returns the line of a full scan, or of a seek with its row lookup. The seek of an index that
    /// doesn't cover becomes a Nested Loops with a look-up below it.
    pub(crate) fn access(&self, database: Option<&str>, table: &Table, seek: Option<&Seek>, backward: bool) -> Line {
        let order = if backward { "BACKWARD" } else { "FORWARD" };
        let Some(seek) = seek else {
            let text = match table.clustered() {
                Some(index) => {
                    let order = if backward { " ORDERED BACKWARD" } else { "" };
                    format!("Clustered Index Scan({}{order})", self.object(database, table, Some(index)))
                }
                None => format!("Table Scan({})", self.object(database, table, None)),
            };
            return Line::new(text, Vec::new());
        };
        let Some(index) = table.indexes.iter().find(|index| index.id == seek.index) else {
            return Line::new("Index Seek".to_owned(), Vec::new());
        };
        let kind = if index.is_clustered() { "Clustered Index" } else { "Index" };
        let object = self.object(database, table, Some(index));
        let text = match seek.is_whole() {
            true => format!("{kind} Scan({object} ORDERED {order})"),
            false => {
                format!("{kind} Seek({object}, SEEK:({}) ORDERED {order})", self.seek(database, table, index, seek))
            }
        };
        let entries = Line::new(text, Vec::new());
        if seek.covers || index.is_clustered() {
            return entries;
        }
        let (outer, lookup) = match table.clustered() {
            Some(clustered) => {
                let name =
                    |place: usize| format!("{}.{}", self.table(database, table), quoted(&table.columns[place].name));
                let keys: Vec<String> = clustered.keys.iter().map(|key| name(key.column)).collect();
                let equal: Vec<String> = keys.iter().map(|key| format!("{key}={key}")).collect();
                let object = self.object(database, table, Some(clustered));
                let lookup =
                    format!("Clustered Index Seek({object}, SEEK:({}) LOOKUP ORDERED FORWARD)", equal.join(" AND "));
                (keys.join(", "), lookup)
            }
            None => {
                let object = self.object(database, table, None);
                (
                    "[Bmk1000]".to_owned(),
                    format!("RID Lookup({object}, SEEK:([Bmk1000]=[Bmk1000]) LOOKUP ORDERED FORWARD)"),
                )
            }
        };
        let text = format!("Nested Loops(Inner Join, OUTER REFERENCES:({outer}))");
        Line::new(text, vec![entries, Line::new(lookup, Vec::new())])
    }

    fn seek(&self, database: Option<&str>, table: &Table, index: &Index, seek: &Seek) -> String {
        let column = |number: usize| {
            let place = index.keys[number].column;
            format!("{}.{}", self.table(database, table), quoted(&table.columns[place].name))
        };
        let range = |range: &SeekRange| {
            let mut parts: Vec<String> = range
                .equal
                .iter()
                .enumerate()
                .map(|(number, value)| format!("{}={}", column(number), self.expr(value)))
                .collect();
            let next = range.equal.len();
            let (above, below) = (Comparison::Greater, Comparison::Less);
            let (from, to) = (Comparison::GreaterOrEqual, Comparison::LessOrEqual);
            for (bound, closed, open) in [(&range.from, from, above), (&range.to, to, below)] {
                if let Some(bound) = bound {
                    let symbol = comparison_symbol(if bound.is_inclusive { closed } else { open });
                    parts.push(format!("{} {symbol} {}", column(next), self.expr(&bound.value)));
                }
            }
            if let Some(like) = &range.like {
                parts.push(format!("{} LIKE {}", column(next), self.expr(&like.pattern)));
            }
            parts.join(" AND ")
        };
        seek.ranges.iter().map(range).collect::<Vec<_>>().join(" OR ")
    }
}
