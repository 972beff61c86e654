//! The time of a row by operator and column type, beside integers of the type's width:
//! `sluice-bench types FOLDER [ROWS]`.
//!
//! Each type has a table `t_…` with a key, a column `k` of 1,000 values and a column `v` of
//! distinct values, both with a tenth of NULLs, and a table `d_…` of the values of `k`. The data is
//! in memory and a query has one thread. The queries of all types run in turn, since the speed of a
//! machine drifts.

use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::{InstanceOptions, Session};
use sluice_workload::median::median;
use sluice_workload::sluice;
use std::path::Path;

/// A measured type.
struct ColumnType {
    /// The table's name after `t_`.
    name: &'static str,
    /// The declaration.
    declared: &'static str,
    /// The value that stands for the number `x`. Greater numbers have greater values, except for
    /// `bit`.
    value: &'static str,
    /// The integer type of its width.
    integer: &'static str,
    /// The greatest allowed factor to the integer type.
    bar: f64,
}

/// An operator's query. `T` in its text is the type's name, `MIDDLE` the middle value of `v`,
/// `ROWS` the number of rows.
struct Operator {
    name: &'static str,
    query: &'static str,
}

/// Measures `rows` rows in a new instance in `folder`.
pub fn measure(folder: &Path, rows: u32) -> Result<Vec<Figure>, String> {
    let options = InstanceOptions { memory_limit: MEMORY, ..InstanceOptions::in_folder(&folder.join("types")) };
    let mut prepared = sluice::prepare(options, "FORCED")?;
    let session = &mut prepared.session;
    sluice::batch(session, sluice::NUMBERS)?;
    TYPES.iter().try_for_each(|of| fill(session, of, rows))?;
    let mut figures = Vec::new();
    for operator in &OPERATORS {
        let nanoseconds = nanoseconds(session, operator, rows)?;
        let of_name =
            |name: &str| TYPES.iter().zip(&nanoseconds).find(|(of, _)| of.name == name).and_then(|(_, ns)| *ns);
        for (of, each) in TYPES.iter().zip(&nanoseconds) {
            let (Some(each), Some(integer)) = (each, of_name(of.integer)) else { continue };
            let name = format!("{}, {} ({each:.1} ns a row)", operator.name, of.declared);
            figures.push(Figure::at_most(&name, each / integer, of.bar, &format!("times {}", of.integer)));
        }
    }
    Ok(figures)
}

/// Creates and fills the tables of a type.
fn fill(session: &mut Session, of: &ColumnType, rows: u32) -> Result<(), String> {
    let ColumnType { name, declared, value, .. } = of;
    let value = |number: &str| value.replace('x', &format!("({number})"));
    let (k, v) = (value("n % 1000"), value(&format!("n * CAST(7919 AS bigint) % {rows}")));
    sluice::batch(
        session,
        &format!(
            "CREATE TABLE dbo.t_{name}(id int NOT NULL PRIMARY KEY, k {declared} NULL, v {declared} NULL);
             INSERT INTO dbo.t_{name} SELECT n, CASE WHEN n % 10 = 3 THEN NULL ELSE CAST({k} AS {declared}) END,
                 CASE WHEN n % 10 = 4 THEN NULL ELSE CAST({v} AS {declared}) END
             FROM (SELECT CAST(n AS int) AS n FROM dbo.Numbers({rows})) AS s;
             SELECT DISTINCT k INTO dbo.d_{name} FROM dbo.t_{name} WHERE k IS NOT NULL;"
        ),
    )
    .map(drop)
}

/// Returns the nanoseconds of a row for each type; `None` for a type that the operator doesn't
/// take.
fn nanoseconds(session: &mut Session, operator: &Operator, rows: u32) -> Result<Vec<Option<f64>>, String> {
    let clock = SystemClock::new();
    let mut seconds: Vec<Vec<f64>> = TYPES.iter().map(|_| Vec::new()).collect();
    // The first turn fills the caches and isn't counted.
    for turn in 0..=TURNS {
        for (of, seconds) in TYPES.iter().zip(&mut seconds) {
            if operator.is_for_distinct() && of.name == "bit" {
                continue;
            }
            let query = operator.text(of, rows);
            let begun = clock.monotonic_ns();
            sluice::batch(session, &query)?;
            if turn > 0 {
                seconds.push((clock.monotonic_ns() - begun) as f64 / 1e9);
            }
        }
    }
    let each = |seconds: &mut Vec<f64>| (!seconds.is_empty()).then(|| median(seconds) / f64::from(rows) * 1e9);
    Ok(seconds.iter_mut().map(each).collect())
}

impl Operator {
    /// Whether the query needs distinct values, which `bit` doesn't have.
    fn is_for_distinct(&self) -> bool {
        self.name == JOIN_OF_DISTINCT
    }

    fn text(&self, of: &ColumnType, rows: u32) -> String {
        // MAX takes no bit.
        let most = if of.name == "bit" { "MAX(CAST(v AS tinyint))" } else { "MAX(v)" };
        let middle = of.value.replace('x', &format!("{}", if of.name == "bit" { 1 } else { rows / 2 }));
        let query = self.query.replace("MAX(v)", most).replace("_T", &format!("_{}", of.name));
        let query = query.replace("MIDDLE", &format!("CAST({middle} AS {})", of.declared));
        format!("{} OPTION (MAXDOP 1)", query.replace("ROWS", &rows.to_string()))
    }
}

const TYPES: [ColumnType; 10] = [
    ColumnType { name: "int", declared: "int", value: "x", integer: "int", bar: 2.0 },
    ColumnType { name: "bigint", declared: "bigint", value: "x", integer: "bigint", bar: 2.0 },
    ColumnType { name: "bit", declared: "bit", value: "x % 2", integer: "int", bar: 2.0 },
    ColumnType {
        name: "decimal",
        declared: "decimal(15,2)",
        value: "CAST(x AS decimal(15,2)) / 100",
        integer: "bigint",
        bar: 2.0,
    },
    ColumnType { name: "money", declared: "money", value: "CAST(x AS money) / 100", integer: "bigint", bar: 2.0 },
    ColumnType { name: "float", declared: "float", value: "CAST(x AS float) / 8", integer: "bigint", bar: 2.0 },
    ColumnType { name: "date", declared: "date", value: "DATEADD(day, x, '1900-01-01')", integer: "int", bar: 2.0 },
    ColumnType {
        name: "datetime2",
        declared: "datetime2",
        value: "DATEADD(second, x, CAST('2000-01-01' AS datetime2))",
        integer: "bigint",
        bar: 2.0,
    },
    ColumnType {
        name: "varchar",
        declared: "varchar(20)",
        value: "CONCAT('value ', RIGHT(CONCAT('0000000', x), 8))",
        integer: "bigint",
        bar: 4.0,
    },
    ColumnType {
        name: "nvarchar",
        declared: "nvarchar(20)",
        value: "CONCAT(N'value ', RIGHT(CONCAT(N'0000000', x), 8))",
        integer: "bigint",
        bar: 4.0,
    },
];

const OPERATORS: [Operator; 7] = [
    Operator { name: "scan", query: "SELECT MAX(v) FROM dbo.t_T" },
    Operator { name: "filter", query: "SELECT COUNT(*) FROM dbo.t_T WHERE v >= MIDDLE" },
    Operator { name: "group", query: "SELECT COUNT(*) FROM (SELECT k, COUNT(*) AS c FROM dbo.t_T GROUP BY k) AS g" },
    Operator {
        name: "group, distinct values",
        query: "SELECT COUNT(*) FROM (SELECT v, COUNT(*) AS c FROM dbo.t_T GROUP BY v) AS g",
    },
    Operator { name: "join with few rows", query: "SELECT COUNT(*) FROM dbo.t_T AS a JOIN dbo.d_T AS b ON a.k = b.k" },
    Operator {
        name: JOIN_OF_DISTINCT,
        query: "SELECT COUNT(*), MAX(b.id) FROM dbo.t_T AS a INNER HASH JOIN dbo.t_T AS b ON a.v = b.v",
    },
    Operator { name: "sort", query: "SELECT MAX(id) FROM (SELECT TOP (ROWS) id FROM dbo.t_T ORDER BY v) AS s" },
];

const JOIN_OF_DISTINCT: &str = "join of distinct values";
/// Enough memory for all tables and each query's work.
const MEMORY: u64 = 4 << 30;
const TURNS: usize = 5;
