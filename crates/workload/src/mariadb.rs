//! MariaDB as an optional peer: the articles' work in stored procedures.
//!
//! The environment names the server to the client `mariadb`, by `MYSQL_HOST` and `MYSQL_TCP_PORT`
//! or `MYSQL_UNIX_PORT`, `MYSQL_USER` and `MYSQL_PWD`. The client's option files apply too.

use crate::case::{Case, Database, Durability, Work};
use crate::contestant::{Contestant, Cost};
use crate::shape::Shape;
use std::process::{Command, Stdio};

/// MariaDB as a contestant: InnoDB, in a database of its own, which is dropped afterwards.
pub struct MariaDb {
    name: String,
    /// The original `innodb_flush_log_at_trx_commit`, a setting of the whole server.
    found: String,
}

impl MariaDb {
    /// Returns the server named by `MYSQL_HOST` or `MYSQL_UNIX_PORT`, if it answers. Without a name
    /// no server is contacted.
    pub fn named() -> Option<MariaDb> {
        let is_named = ["MYSQL_HOST", "MYSQL_UNIX_PORT"].iter().any(|name| std::env::var_os(name).is_some());
        let answer = is_named.then(|| client("SELECT VERSION(), @@innodb_flush_log_at_trx_commit").ok())??;
        let (version, found) = answer.last()?.split_once('\t')?;
        let name = format!("MariaDB {}", version.split('-').next().unwrap_or_default());
        Some(MariaDb { name, found: found.to_owned() })
    }

    /// Returns the server's name and version.
    pub(crate) fn label(&self) -> &str {
        &self.name
    }

    /// Returns the bytes of redo log written so far by the whole server.
    fn log_bytes() -> Result<u64, String> {
        let text = client("SHOW GLOBAL STATUS LIKE 'Innodb_os_log_written'")?;
        let number = text.last().and_then(|line| line.split('\t').nth(1)).and_then(|word| word.parse().ok());
        number.ok_or_else(|| format!("MariaDB said {text:?} of its log"))
    }
}

impl Contestant for MariaDb {
    fn name(&self) -> &str {
        &self.name
    }

    fn setting(&self, durability: Durability) -> &'static str {
        match durability {
            Durability::Full => "innodb_flush_log_at_trx_commit = 1",
            Durability::Delayed => "innodb_flush_log_at_trx_commit = 2: written at each commit, synced each second",
        }
    }

    fn measure(&mut self, case: &Case, rows: u32) -> Result<Option<Cost>, String> {
        let flush = if case.durability == Durability::Full { 1 } else { 2 };
        let temporary = if case.database == Database::Tempdb { "TEMPORARY" } else { "" };
        let (make, work) = match case.work {
            Work::Values(_) if case.database == Database::Tempdb => return Ok(None),
            Work::Values(cache) => {
                let cache = if cache == 0 { "NOCACHE".to_owned() } else { format!("CACHE {cache}") };
                let rows = format!("CREATE TABLE t1 ENGINE = InnoDB AS SELECT NEXTVAL(s) AS n FROM seq_1_to_{rows}");
                (format!("CREATE SEQUENCE s {cache} ENGINE = InnoDB;"), format!("{rows};"))
            }
            Work::Loop(shape) => {
                let make = format!("CREATE {temporary} TABLE t1(col1 INT NOT NULL) ENGINE = InnoDB;\n{}", fill(shape));
                (make, format!("CALL fill({rows});"))
            }
        };
        client(&format!(
            "CREATE OR REPLACE DATABASE sluice_bench; SET GLOBAL innodb_flush_log_at_trx_commit = {flush};"
        ))?;
        let before = MariaDb::log_bytes()?;
        let outcome = client(&format!(
            "USE sluice_bench;\n{make}\nSET @begun = SYSDATE(6);\n{work}
             SELECT TIMESTAMPDIFF(MICROSECOND, @begun, SYSDATE(6));\nSELECT COUNT(*) FROM t1;"
        ));
        let log_bytes = MariaDb::log_bytes()? - before;
        let found = &self.found;
        client(&format!("DROP DATABASE sluice_bench; SET GLOBAL innodb_flush_log_at_trx_commit = {found};"))?;
        match outcome?.as_slice() {
            [.., us, count] if *count == rows.to_string() => {
                let us: f64 = us.parse().map_err(|_| format!("MariaDB said '{us}' instead of microseconds"))?;
                Ok(Some(Cost { seconds: us / 1e6, log_bytes: Some(log_bytes), ..Cost::default() }))
            }
            answers => Err(format!("MariaDB said {answers:?} instead of microseconds and {rows} rows")),
        }
    }
}

/// Returns the procedure that fills the table.
fn fill(shape: Shape) -> String {
    let (begin, turn) = match shape {
        Shape::Many => ("", "START TRANSACTION; INSERT INTO t1(col1) VALUES(i); COMMIT;"),
        Shape::One => ("START TRANSACTION;", "INSERT INTO t1(col1) VALUES(i);"),
    };
    let commit = if shape == Shape::One { "COMMIT;" } else { "" };
    format!(
        "DELIMITER //
CREATE PROCEDURE fill(n INT) BEGIN DECLARE i INT DEFAULT 1; {begin} WHILE i <= n DO {turn} SET i = i + 1; END WHILE; {commit} END//
DELIMITER ;"
    )
}

/// Runs statements. Returns the lines of their output.
pub fn run(statements: &str) -> Result<Vec<String>, String> {
    client(statements)
}

/// Returns a command of MariaDB with the server's address.
pub fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    // Explicit options, because an option file's socket would override the environment.
    for (name, option) in NAMES {
        if let Some(value) = std::env::var_os(name) {
            command.arg(option).arg(value);
        }
    }
    command
}

fn client(statements: &str) -> Result<Vec<String>, String> {
    let mut command = program("mariadb");
    command.args(["--batch", "--skip-column-names"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("mariadb: {error}"))?;
    let mut input = child.stdin.take().ok_or("mariadb has no standard input")?;
    std::io::Write::write_all(&mut input, statements.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("mariadb: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

const NAMES: [(&str, &str); 4] =
    [("MYSQL_HOST", "--host"), ("MYSQL_TCP_PORT", "--port"), ("MYSQL_UNIX_PORT", "--socket"), ("MYSQL_USER", "--user")];
