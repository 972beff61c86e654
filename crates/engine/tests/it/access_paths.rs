//! The same query returns the same rows for any set of indexes: random queries over random rows
//! with NULLs, on tables that differ only in their indexes.

use crate::dice::Dice;
use crate::rig::{ok, run};
use sluice_base::random::Random;
use sluice_engine::{Instance, InstanceOptions, Session};

/// Tables with the same rows: one without an index, and some with several kinds of indexes.
const TABLES: [&str; 4] = [
    "CREATE TABLE t0(k int NOT NULL, a int, b smallint, s varchar(8), n nvarchar(8), d decimal(9, 2))",
    "CREATE TABLE t1(k int NOT NULL PRIMARY KEY, a int, b smallint, s varchar(8), n nvarchar(8), d decimal(9, 2), \
     INDEX ab (a, b) INCLUDE (s), INDEX sa (s DESC, a), INDEX nb (n, b), INDEX dk UNIQUE (d, k), \
     INDEX f (b) INCLUDE (a) WHERE a > 2, INDEX g UNIQUE (d, k) WHERE s IN ('a', 'ab'))",
    "CREATE TABLE t2(k int NOT NULL, a int, b smallint, s varchar(8), n nvarchar(8), d decimal(9, 2), \
     INDEX a (a DESC, b, k), INDEX s (s) INCLUDE (a), INDEX b (b, n DESC), INDEX k UNIQUE (k) INCLUDE (a, b), \
     INDEX f (a) INCLUDE (b) WHERE b IS NOT NULL AND b < 3)",
    "CREATE TABLE t3(k int NOT NULL, a int, b smallint, s varchar(8), n nvarchar(8), d decimal(9, 2), \
     INDEX sa CLUSTERED (s, a DESC), INDEX b (b) INCLUDE (d), INDEX d (d DESC))",
];

/// Joins, with and without join hints.
const JOINS: [&str; 5] = ["JOIN", "LEFT JOIN", "INNER LOOP JOIN", "LEFT LOOP JOIN", "INNER HASH JOIN"];

/// The letters of random strings.
const LETTERS: [&str; 9] = ["a", "b", "A", "B", " ", "%", "_", "z", "["];

impl Dice {
    /// Replaces the value by NULL in one of eight cases.
    fn or_null(&mut self, value: String) -> String {
        if self.below(8) == 0 { "NULL".to_owned() } else { value }
    }

    fn literal(&mut self, column: &str) -> String {
        match column {
            "s" => format!("'{}'", self.text(4, &LETTERS)),
            "n" => format!("N'{}'", self.text(4, &LETTERS)),
            "d" => format!("{}.{}", self.below(6), self.one_of(&["00", "5", "25"])),
            "b" => self.one_of(&["-1", "0", "1", "2", "3", "4", "40000"]).to_owned(),
            _ => self.one_of(&["-5", "0", "1", "2", "3", "4", "5", "7", "2.5", "3000000000"]).to_owned(),
        }
    }

    /// Returns another row's column or a constant.
    fn value(&mut self, column: &str, others: Option<&str>) -> String {
        match others {
            Some(other) if self.below(3) == 0 => format!("{other}.{column}"),
            _ => {
                let literal = self.literal(column);
                self.or_null(literal)
            }
        }
    }

    fn predicate(&mut self, alias: &str, others: Option<&str>) -> String {
        let column = self.one_of(&["a", "a", "b", "s", "s", "n", "d", "k"]);
        let name = format!("{alias}.{column}");
        let value = self.value(column, others);
        match self.below(12) {
            0..4 => format!("{name} = {value}"),
            4 => format!("{value} {} {name}", self.one_of(&["<", "<=", ">", ">="])),
            5 => format!("{name} {} {value}", self.one_of(&["<", "<=", ">", ">=", "<>"])),
            6 => format!("{name} BETWEEN {value} AND {}", self.value(column, others)),
            7 => {
                let count = 1 + self.below(4);
                let list: Vec<String> = (0..count).map(|_| self.value(column, others)).collect();
                let not = self.one_of(&["", "", "", "NOT "]);
                format!("{name} {not}IN ({value}, {})", list.join(", "))
            }
            8 => format!("{name} IS {}NULL", self.one_of(&["", "NOT "])),
            9 => {
                let column = self.one_of(&["s", "n"]);
                let escape = self.one_of(&["", " ESCAPE '_'"]);
                let pattern = format!("{}{}", self.text(4, &LETTERS), self.one_of(&["%", "", "_%", "[ab]%"]));
                let not = self.one_of(&["", "", "NOT "]);
                format!("{alias}.{column} {not}LIKE '{pattern}'{escape}")
            }
            10 => format!("({} OR {})", self.predicate(alias, others), self.predicate(alias, others)),
            _ => format!("({} AND {})", self.predicate(alias, others), self.predicate(alias, others)),
        }
    }

    fn condition(&mut self, alias: &str, others: Option<&str>) -> String {
        let count = 1 + self.below(3);
        let parts: Vec<String> = (0..count).map(|_| self.predicate(alias, others)).collect();
        parts.join(self.one_of(&[" AND ", " AND ", " OR "]))
    }

    fn list(&mut self, alias: &str) -> String {
        let count = 1 + self.below(3);
        let columns: Vec<String> =
            (0..count).map(|_| format!("{alias}.{}", self.one_of(&["k", "a", "b", "s", "n", "d"]))).collect();
        columns.join(", ")
    }

    /// Returns a random query over `T`, a placeholder for one of the tables.
    fn query(&mut self) -> String {
        let (list, condition) = (self.list("x"), self.condition("x", None));
        let key = self.one_of(&["a", "b", "s", "n", "d"]);
        match self.below(9) {
            0 | 1 => format!("SELECT {list} FROM T AS x WHERE {condition}"),
            2 => format!("SELECT COUNT(*), SUM(x.b), MIN(x.a), RTRIM(UPPER(MAX(x.s))) FROM T AS x WHERE {condition}"),
            3 => {
                let turned = self.one_of(&["", " DESC"]);
                let first = format!("x.{key}{turned}, x.k{turned}");
                format!("SELECT TOP 5 x.k, {list} FROM T AS x WHERE {condition} ORDER BY {first}")
            }
            4 => {
                let join = self.one_of(&JOINS);
                let more = self.condition("y", Some("x"));
                let list = format!("{list}, {}", self.list("y"));
                format!("SELECT {list} FROM T AS x {join} T AS y ON y.{key} = x.{key} AND ({more}) WHERE {condition}")
            }
            5 => {
                let apply = self.one_of(&["CROSS", "OUTER"]);
                let inner = self.condition("y", Some("x"));
                let list = format!("{list}, z.k, z.a");
                format!(
                    "SELECT {list} FROM T AS x {apply} APPLY (SELECT TOP 2 y.k, y.a FROM T AS y WHERE y.{key} = x.{key} AND \
                     ({inner}) ORDER BY y.{key} DESC, y.k) AS z WHERE {condition}"
                )
            }
            6 => {
                let not = self.one_of(&["", "NOT "]);
                let inner = self.condition("y", Some("x"));
                format!(
                    "SELECT {list} FROM T AS x WHERE {not}EXISTS (SELECT * FROM T AS y WHERE y.{key} = x.{key} AND ({inner})) AND \
                     ({condition})"
                )
            }
            7 => {
                let values: Vec<String> = (0..1 + self.below(4)).map(|_| self.literal("a")).collect();
                let join = self.one_of(&JOINS);
                let more = self.condition("x", None);
                format!(
                    "SELECT v.i, {list} FROM (VALUES ({})) AS v(i) {join} T AS x ON x.a = v.i AND ({more})",
                    values.join("), (")
                )
            }
            _ => format!("SELECT COUNT(*), MAX(x.k) FROM T AS x WHERE {condition} GROUP BY x.{key}"),
        }
    }
}

/// Returns the sorted rows of a query, or the number of its error.
fn rows(session: &mut Session, query: &str) -> Result<Vec<String>, i32> {
    let sent = run(session, query);
    if let Some((number, _)) = sent.first_error() {
        return Err(number);
    }
    let mut rows: Vec<String> = sent.results[0].rows.iter().map(|row| format!("{row:?}")).collect();
    rows.sort();
    Ok(rows)
}

/// Compares random queries over all tables, with hints.
fn compare(session: &mut Session, dice: &mut Dice, count: usize) {
    for _ in 0..count {
        let query = dice.query();
        let expected = rows(session, &query.replace("FROM T ", "FROM t0 ").replace("JOIN T ", "JOIN t0 "));
        for table in ["t1", "t2", "t3"] {
            let of_table =
                query.replace("FROM T ", &format!("FROM {table} ")).replace("JOIN T ", &format!("JOIN {table} "));
            for hint in ["", "WITH (FORCESCAN) ", "WITH (FORCESEEK) "] {
                let hinted = of_table.replace("AS x WHERE", &format!("AS x {hint}WHERE"));
                let found = rows(session, &hinted);
                // Another plan may never reach the row that causes an error, or a FORCESEEK may
                // have no seek.
                if let (Ok(expected), Ok(found)) = (&expected, &found) {
                    assert_eq!(found, expected, "{hinted}");
                }
            }
        }
    }
}

#[test]
fn rows_are_the_same_for_every_access_path() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let mut session = instance.connect().expect("there is room for a session");
    let mut dice = Dice(Random::seeded(20_261_122));
    TABLES.iter().for_each(|table| drop(ok(&mut session, table)));
    for k in 0..60 {
        let values: Vec<String> = ["a", "b", "s", "n", "d"].map(|column| dice.value(column, None)).to_vec();
        // Removes values outside the columns' types, which only queries use.
        let values = values.join(", ").replace("3000000000", "3").replace("40000", "4").replace("2.5,", "2,");
        for table in ["t0", "t1", "t2", "t3"] {
            ok(&mut session, &format!("INSERT {table} VALUES ({k}, {values})"));
        }
    }
    compare(&mut session, &mut dice, 80);
    for table in ["t0", "t1", "t2", "t3"] {
        ok(&mut session, &format!("UPDATE {table} SET b = b + 1, s = REVERSE(s) WHERE k % 3 = 0"));
        ok(&mut session, &format!("DELETE {table} WHERE a IN (1, 4) AND b < 3 OR s LIKE 'ab%'"));
        ok(&mut session, &format!("UPDATE {table} SET a = a + 1 WHERE a IN (2, 3, 2) OR n LIKE N'a%'"));
    }
    compare(&mut session, &mut dice, 80);
    ok(&mut session, "DBCC CHECKDB WITH NO_INFOMSGS");
}
