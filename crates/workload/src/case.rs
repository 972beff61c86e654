//! What the articles measure: a loop of small inserts, in many transactions or in one, and the values of a sequence by one SELECT INTO; each in a
//! user database and in tempdb, fully durable and delayed.

use crate::shape::Shape;

/// One of the articles' tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Rows in a user database, one a transaction or all in one.
    Transactions,
    /// The same in tempdb.
    Tempdb,
    /// Values of a sequence, by its cache.
    Sequences,
}

/// How durable a commit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// It is on disk when it returns.
    Full,
    /// It follows within a moment.
    Delayed,
}

/// Where the rows go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Database {
    /// A database that is recovered.
    User,
    /// What is made anew at every start; the nearest thing elsewhere is a temporary table.
    Tempdb,
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Rows by a loop.
    Loop(Shape),
    /// Values of a sequence that keeps so many in memory; 0 is NO CACHE.
    Values(u32),
}

/// A line of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// Where the rows go.
    pub database: Database,
    /// How durable the commits are.
    pub durability: Durability,
    /// What is done.
    pub work: Work,
}

impl Table {
    /// All of them, in the article's order.
    pub const ALL: [Table; 3] = [Table::Transactions, Table::Tempdb, Table::Sequences];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Table::Transactions => "transactions",
            Table::Tempdb => "tempdb",
            Table::Sequences => "sequences",
        }
    }

    /// What a person reads above it.
    pub fn title(self) -> &'static str {
        match self {
            Table::Transactions => "Rows in a user database",
            Table::Tempdb => "Rows in tempdb (elsewhere in a temporary table)",
            Table::Sequences => "Values of a sequence, by one SELECT INTO",
        }
    }

    /// Its lines, in the article's order.
    pub fn cases(self) -> Vec<Case> {
        let loops = |database| {
            both().into_iter().flat_map(move |durability| {
                [Shape::Many, Shape::One].map(|shape| Case { database, durability, work: Work::Loop(shape) })
            })
        };
        match self {
            Table::Transactions => loops(Database::User).collect(),
            Table::Tempdb => loops(Database::Tempdb).collect(),
            Table::Sequences => both()
                .into_iter()
                .flat_map(|durability| [(durability, Database::User), (durability, Database::Tempdb)])
                .flat_map(|(durability, database)| {
                    [0, 50, 10_000].map(|cache| Case { database, durability, work: Work::Values(cache) })
                })
                .collect(),
        }
    }
}

fn both() -> [Durability; 2] {
    [Durability::Full, Durability::Delayed]
}

impl Durability {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Durability::Full => "full",
            Durability::Delayed => "delayed",
        }
    }

    /// The setting of `DELAYED_DURABILITY`.
    pub fn setting(self) -> &'static str {
        match self {
            Durability::Full => "DISABLED",
            Durability::Delayed => "FORCED",
        }
    }
}

impl Case {
    /// How many transactions commit `rows` rows.
    pub fn commits(&self, rows: u32) -> u32 {
        if self.work == Work::Loop(Shape::Many) { rows } else { 1 }
    }

    /// The database's name in the articles.
    pub fn database_name(&self) -> &'static str {
        match self.database {
            Database::User => "PerformanceV3",
            Database::Tempdb => "tempdb",
        }
    }

    /// What distinguishes it among those of its database and durability.
    pub fn work_name(&self) -> String {
        match self.work {
            Work::Loop(shape) => shape.name().to_owned(),
            Work::Values(0) => "NO CACHE".to_owned(),
            Work::Values(cache) => format!("CACHE {cache}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_articles_lines() {
        assert_eq!(Table::ALL.map(|table| table.cases().len()), [4, 4, 12]);
        let cases = Table::Sequences.cases();
        assert_eq!(cases[0].work_name(), "NO CACHE");
        assert_eq!((cases[3].database, cases[11].durability), (Database::Tempdb, Durability::Delayed));
        assert_eq!(Table::Transactions.cases()[0].commits(7), 7);
        assert_eq!(Table::Transactions.cases()[1].commits(7), 1);
    }
}
