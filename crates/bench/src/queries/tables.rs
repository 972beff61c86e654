//! Random tables, with the same rows in both engines.

use super::column_type::ColumnType;
use super::dice::Dice;
use super::text::Text;

/// The tables of a schema.
pub(super) struct Tables {
    pub(super) tables: Vec<Table>,
    /// Whether the tables are large, so that queries join two of them at most.
    pub(super) is_large: bool,
}

/// A table: a key `id` and columns of random types.
pub(super) struct Table {
    pub(super) name: String,
    /// The columns with their types, the key first.
    pub(super) columns: Vec<(String, ColumnType)>,
    rows: usize,
}

impl Tables {
    /// Returns random tables. Large ones have thirty times the rows of small ones.
    pub(super) fn new(dice: &Dice, is_large: bool) -> Tables {
        let tables = (0..dice.between(2, 4)).map(|number| {
            let mut columns = vec![("id".to_owned(), ColumnType::Int)];
            let count = dice.between(3, 7);
            columns.extend((0..count).map(|place| (format!("x{place}"), dice.one_of(&ColumnType::ALL))));
            let rows = match dice.below(30) {
                0 => 0,
                1 => 1,
                _ if is_large => dice.between(200, 600) as usize,
                _ => dice.between(3, 24) as usize,
            };
            Table { name: format!("s{number}"), columns, rows }
        });
        Tables { tables: tables.collect(), is_large }
    }

    /// Returns the statements that make and fill the tables.
    pub(super) fn statements(&self, dice: &Dice) -> Vec<Text> {
        self.tables.iter().flat_map(|table| table.statements(dice)).collect()
    }
}

impl Table {
    fn statements(&self, dice: &Dice) -> Vec<Text> {
        let columns: Vec<Text> = self
            .columns
            .iter()
            .skip(1)
            .map(|(name, column)| {
                let null = Text::new(" NULL", "");
                Text::fill(&format!("{name} {{0}}{{1}}"), &[&column.declaration(), &null])
            })
            .collect();
        let key = dice.one_of(&[
            "id int NOT NULL PRIMARY KEY",
            "id int NOT NULL PRIMARY KEY NONCLUSTERED",
            "id int NOT NULL",
        ]);
        let created = Text::fill_both(
            &format!("CREATE TABLE {} ({key}, {{0}})", self.name),
            &format!("CREATE TABLE {} (id INTEGER, {{0}})", self.name),
            &[&Text::join(&columns, ", ")],
        );
        let mut statements = vec![created];
        let rows: Vec<Text> = (1..=self.rows).map(|id| self.row(id, dice)).collect();
        for rows in rows.chunks(ROWS_AT_ONCE) {
            statements.push(Text::fill(&format!("INSERT INTO {} VALUES {{0}}", self.name), &[&Text::join(rows, ", ")]));
        }
        for number in 0..dice.below(3) {
            let (column, _) = &self.columns[dice.below(self.columns.len())];
            let (other, _) = &self.columns[dice.below(self.columns.len())];
            let included = if other == column { String::new() } else { format!(" INCLUDE ({other})") };
            let index = format!("CREATE INDEX i{number} ON {} ({column}){included}", self.name);
            statements.push(Text::new(&index, &format!("CREATE INDEX {}i{number} ON {0} ({column})", self.name)));
        }
        statements
    }

    fn row(&self, id: usize, dice: &Dice) -> Text {
        let mut values = vec![Text::same(id.to_string())];
        values.extend(
            self.columns.iter().skip(1).map(
                |(_, column)| {
                    if dice.one_in(6) { Text::same("NULL") } else { column.constant(dice) }
                },
            ),
        );
        Text::fill("({0})", &[&Text::join(&values, ", ")])
    }
}

const ROWS_AT_ONCE: usize = 500;
