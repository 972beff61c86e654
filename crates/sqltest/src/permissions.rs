//! The permission walk: every statement, procedure, view and function as five kinds of login. The
//! results are compared with the tables in `tests/permissions`, which follow the *Permissions*
//! sections of the documentation.

use sluice_client::{Audience, ClientError, Connection};
use sluice_engine::Value;
use sluice_engine::script::Splitter;
use sluice_tds::{Column, Message};
use std::fs;
use std::path::{Path, PathBuf};

/// The logins, in the order of a row's results.
pub const LOGINS: [&str; 5] = ["connect_only", "reader", "writer", "schema_owner", "database_owner"];
/// The password of every login.
pub const PASSWORD: &str = "Str0ng pass";
/// The database of the walk.
pub const DATABASE: &str = "d";

/// A row of a table: a statement and its expected result for each login.
#[derive(Clone, Debug)]
pub struct Row {
    /// The table and the line.
    pub place: String,
    /// The documentation page of the expected results.
    pub page: String,
    /// The statement as written.
    pub text: String,
    /// The expected answer for each login.
    pub expected: [String; 5],
    /// Whether the statement runs outside a transaction.
    is_outside: bool,
}

/// The result of a walk.
#[derive(Default)]
pub struct Walk {
    /// Rows times logins.
    pub runs: usize,
    /// The differences from the tables, as text.
    pub differences: Vec<String>,
}

/// Connects a login to the tested server.
pub type LogIn<'a> = dyn Fn(&str, &str, &str) -> Result<Connection, String> + 'a;

/// Returns the folder of the tables.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/permissions")
}

/// Returns the rows of all tables.
pub fn rows() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for name in TABLES {
        let path = folder().join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        rows.extend(rows_of(name, &text)?);
    }
    Ok(rows)
}

/// Creates the database and the logins. `sa` is a session of the administrator.
pub fn prepare(sa: &mut Connection) -> Result<(), String> {
    let path = folder().join("setup.sql");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut splitter = Splitter::new();
    let mut batches: Vec<String> =
        text.split_inclusive('\n').filter_map(|line| splitter.line(line)).map(|batch| batch.text).collect();
    batches.extend(splitter.finish().map(|batch| batch.text));
    for batch in batches {
        let mut heard = Heard::default();
        sa.execute(&batch, &mut heard).map_err(|error| error.to_string())?;
        if let Some((number, text)) = heard.error {
            return Err(format!("setup.sql: Msg {number}: {text}"));
        }
    }
    Ok(())
}

/// Runs every row as every login.
pub fn walk(rows: &[Row], log_in: &LogIn<'_>) -> Result<Walk, String> {
    let mut walk = Walk::default();
    for (place, login) in LOGINS.iter().enumerate() {
        let mut session = log_in(login, PASSWORD, DATABASE)?;
        for row in rows {
            let found = run(&mut session, row)?;
            walk.runs += 1;
            let expected = &row.expected[place];
            if !fits(expected, &found) {
                let Row { place, text, .. } = row;
                walk.differences.push(format!("{place}: {login}: {text}: expected {expected}, found {found}"));
            }
            if session.is_lost() {
                session = log_in(login, PASSWORD, DATABASE)?;
            }
        }
    }
    Ok(walk)
}

fn rows_of(name: &str, text: &str) -> Result<Vec<Row>, String> {
    let (mut rows, mut page) = (Vec::new(), String::new());
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        if let Some(written) = line.strip_prefix("## ") {
            page = written.trim().to_owned();
            continue;
        }
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (text, expected) = line.rsplit_once(" => ").ok_or_else(|| format!("{place}: no ` => `"))?;
        let words: Vec<String> = expected.split_whitespace().map(str::to_owned).collect();
        let expected: [String; 5] = match words.as_slice() {
            [all] => std::array::from_fn(|_| all.clone()),
            _ => words.try_into().map_err(|_| format!("{place}: not five results"))?,
        };
        if page.is_empty() {
            return Err(format!("{place}: no page of the documentation"));
        }
        let (text, is_outside) = text.strip_prefix('!').map_or((text, false), |text| (text, true));
        rows.push(Row { place, page: page.clone(), text: text.to_owned(), expected, is_outside });
    }
    Ok(rows)
}

fn run(session: &mut Connection, row: &Row) -> Result<RowResult, String> {
    let mut heard = Heard::default();
    let mut execute = |text: &str, heard: &mut Heard| match session.execute(text, heard) {
        // The server may end the session, which counts as an error of the row.
        Ok(()) | Err(ClientError::Closed) => Ok(()),
        Err(error) => Err(format!("{}: {error}", row.place)),
    };
    if !row.is_outside {
        execute("BEGIN TRANSACTION", &mut heard)?;
    }
    for batch in row.text.split(" GO ") {
        execute(batch, &mut heard)?;
    }
    if !session.is_lost() {
        let clean = "IF @@TRANCOUNT > 0 ROLLBACK; SET IDENTITY_INSERT dbo.ident OFF; WHILE @@TRANCOUNT > 0 ROLLBACK";
        let clean = if row.is_outside { "IF @@TRANCOUNT > 0 ROLLBACK" } else { clean };
        session.execute(clean, &mut Heard::default()).map_err(|error| format!("{}: {error}", row.place))?;
    }
    Ok(match (heard.error, heard.value) {
        (Some((number, text)), _) => RowResult::Error(number, text),
        (None, Some(value)) => RowResult::Value(value),
        (None, None) => RowResult::Nothing,
    })
}

fn fits(expected: &str, found: &RowResult) -> bool {
    match (expected, found) {
        ("ok", RowResult::Value(_) | RowResult::Nothing) => true,
        ("null", RowResult::Value(value)) => value == "NULL",
        ("value", RowResult::Value(value)) => value != "NULL",
        (number, RowResult::Error(found, _)) => number == found.to_string(),
        (value, RowResult::Value(found)) => value.strip_prefix('=') == Some(found),
        _ => false,
    }
}

/// The result of a row.
enum RowResult {
    Error(i32, String),
    Value(String),
    Nothing,
}

impl std::fmt::Display for RowResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RowResult::Error(number, text) => write!(f, "Msg {number} ({text})"),
            RowResult::Value(value) => write!(f, "{value}"),
            RowResult::Nothing => f.write_str("ok"),
        }
    }
}

/// The first error and the first value received.
#[derive(Default)]
struct Heard {
    error: Option<(i32, String)>,
    value: Option<String>,
}

impl Audience for Heard {
    fn columns(&mut self, _: &[Column]) {}

    fn row(&mut self, row: &[Value]) {
        if self.value.is_none() {
            self.value = row.first().map(shown);
        }
    }

    fn done(&mut self, _: Option<u64>) {}

    fn message(&mut self, message: &Message) {
        if message.severity > 10 && self.error.is_none() {
            self.error = Some((message.number, message.text.clone()));
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        value => match (value.as_i64(), value.as_str()) {
            (Some(number), _) => number.to_string(),
            (None, Some(text)) => text.to_owned(),
            (None, None) => format!("{value:?}"),
        },
    }
}

const TABLES: [&str; 4] = ["statements.txt", "procedures.txt", "views.txt", "functions.txt"];
