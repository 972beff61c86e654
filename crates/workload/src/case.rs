//! The cases of the articles: a loop of small inserts, in many transactions or in one, and the
//! values of a sequence by one SELECT INTO. Each runs in a user database and in tempdb, fully
//! durable and delayed.

use crate::shape::Shape;

/// One of the articles' tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Inserts into a user database, in a transaction each or all in one.
    Transactions,
    /// The same inserts in tempdb.
    Tempdb,
    /// Values of a sequence, by its cache size.
    Sequences,
}

/// The durability of a commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// The commit is on disk when it returns.
    Full,
    /// The commit reaches the disk shortly after it returns.
    Delayed,
}

/// The database of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Database {
    /// A database that is recovered.
    User,
    /// tempdb, which is created at every start. Other engines use a temporary table.
    Tempdb,
}

/// The work of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Inserts in a loop.
    Loop(Shape),
    /// Values of a sequence with this cache size; 0 is NO CACHE.
    Values(u32),
}

/// A row of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The database of the rows.
    pub database: Database,
    /// The durability of the commits.
    pub durability: Durability,
    /// The work.
    pub work: Work,
}

impl Table {
    /// All tables, in the article's order.
    pub const ALL: [Table; 3] = [Table::Transactions, Table::Tempdb, Table::Sequences];

    /// Returns the table's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Table::Transactions => "transactions",
            Table::Tempdb => "tempdb",
            Table::Sequences => "sequences",
        }
    }

    /// Returns the table's heading.
    pub fn title(self) -> &'static str {
        match self {
            Table::Transactions => "Rows in a user database",
            Table::Tempdb => "Rows in tempdb (elsewhere in a temporary table)",
            Table::Sequences => "Values of a sequence, by one SELECT INTO",
        }
    }

    /// Returns the table's cases, in the article's order.
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
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Durability::Full => "full",
            Durability::Delayed => "delayed",
        }
    }

    /// Returns the setting of `DELAYED_DURABILITY`.
    pub fn setting(self) -> &'static str {
        match self {
            Durability::Full => "DISABLED",
            Durability::Delayed => "FORCED",
        }
    }
}

impl Case {
    /// Returns the number of commits for `rows` rows.
    pub fn commits(&self, rows: u32) -> u32 {
        if self.work == Work::Loop(Shape::Many) { rows } else { 1 }
    }

    /// Returns the database's name in the articles.
    pub fn database_name(&self) -> &'static str {
        match self.database {
            Database::User => "PerformanceV3",
            Database::Tempdb => "tempdb",
        }
    }

    /// Returns the name of the work, which is unique among the cases of a database and durability.
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
    fn tables_match_the_articles() {
        assert_eq!(Table::ALL.map(|table| table.cases().len()), [4, 4, 12]);
        let cases = Table::Sequences.cases();
        assert_eq!(cases[0].work_name(), "NO CACHE");
        assert_eq!((cases[3].database, cases[11].durability), (Database::Tempdb, Durability::Delayed));
        assert_eq!(Table::Transactions.cases()[0].commits(7), 7);
        assert_eq!(Table::Transactions.cases()[1].commits(7), 1);
    }
}
