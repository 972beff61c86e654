//! The permission walk on a server in this process. Five kinds of login get the results in
//! `tests/permissions`, and every registered name has a row. Random statements of a login without
//! permissions reveal no secret.

use sluice_client::{Audience, Connection, Target, Wish};
use sluice_engine::{Instance, InstanceOptions, Value, vocabulary};
use sluice_server::{Policy, Server, ServerOptions};
use sluice_sqltest::permissions::{LogIn, Row, prepare, rows, walk};
use sluice_sqltest::taint::{hide_secrets, probe};
use sluice_tds::{Column, Message};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn logins_get_the_documented_results() {
    let rows = rows().expect("the tables can be read");
    on_server(|log_in| {
        let mut sa = log_in("sa", SA_PASSWORD, "").expect("sa logs in");
        prepare(&mut sa).expect("the setup runs");
        let walk = walk(&rows, log_in).expect("the walk goes through");
        assert!(walk.differences.is_empty(), "{}", walk.differences.join("\n"));
        assert_eq!(walk.runs, 5 * rows.len());
    });
}

#[test]
fn login_without_permissions_sees_no_secret() {
    on_server(|log_in| {
        let mut sa = log_in("sa", SA_PASSWORD, "").expect("sa logs in");
        prepare(&mut sa).expect("the setup runs");
        hide_secrets(&mut sa).expect("the secrets are hidden");
        let taint = probe(&mut sa, log_in, SEED, STATEMENTS).expect("the statements run");
        assert!(taint.leaks.is_empty(), "{}", taint.leaks.join("\n"));
        assert!(taint.without_error > STATEMENTS / 50, "nearly every statement failed: {}", taint.without_error);
    });
}

fn on_server(run: impl FnOnce(&LogIn<'_>)) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let mut options = ServerOptions::new(([127, 0, 0, 1], 0).into(), Some(SA_PASSWORD.to_owned()));
    options.encryption = Policy::Unavailable;
    let server = Server::start(Arc::clone(&instance), options).expect("the server starts");
    let address = server.address();
    let log_in = |user: &str, password: &str, database: &str| {
        let target = Target::new(&format!("{},{}", address.ip(), address.port()), user, password)?;
        let target = Target { encryption: Wish::Never, database: database.to_owned(), ..target };
        Connection::log_in(&target, &mut Silent).map_err(|error| error.to_string())
    };
    run(&log_in);
    server.stop();
}

#[test]
fn registered_names_have_rows() {
    let rows = rows().expect("the tables can be read");
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance in memory opens");
    let views = instance.system_views().into_iter().map(|view| format!("{}.{}", view.schema, view.name));
    let functions = sluice_engine::vocabulary::functions_of_others().map(str::to_owned);
    let names: Vec<String> = views.chain(instance.system_procedures()).chain(functions).collect();
    let missing: Vec<&String> = names.iter().filter(|name| !rows.iter().any(|row| has(row, name))).collect();
    assert!(names.len() > 150 && missing.is_empty(), "no row in tests/permissions names {missing:?}");
}

#[test]
fn kinds_of_statements_and_dbcc_commands_have_rows() {
    let rows = rows().expect("the tables can be read");
    let batches = rows.iter().flat_map(|row| row.text.split(" GO "));
    let found: BTreeSet<&str> = batches.flat_map(vocabulary::statement_kinds_of).collect();
    let kinds = vocabulary::statement_kinds();
    let missing: Vec<_> = kinds.iter().filter(|kind| !found.contains(*kind) && !WITHOUT_ROW.contains(kind)).collect();
    assert!(kinds.len() > 70 && missing.is_empty(), "no row in tests/permissions has a statement of {missing:?}");
    let in_vain: Vec<_> = WITHOUT_ROW.iter().filter(|kind| found.contains(*kind)).collect();
    assert!(in_vain.is_empty(), "{in_vain:?} have rows");
    let has_row = |command: &&str| rows.iter().any(|row| has(row, &format!("DBCC {command}")));
    let missing: Vec<_> = vocabulary::dbcc_commands().filter(|command| !has_row(command)).collect();
    assert!(missing.is_empty(), "no row in tests/permissions has DBCC {missing:?}");
}

/// Returns whether the row contains the name as a whole word.
fn has(row: &Row, name: &str) -> bool {
    let (text, name) = (row.text.to_lowercase(), name.to_lowercase());
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(&name).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

struct Silent;

impl Audience for Silent {
    fn columns(&mut self, _: &[Column]) {}
    fn row(&mut self, _: &[Value]) {}
    fn done(&mut self, _: Option<u64>) {}
    fn message(&mut self, _: &Message) {}
}

/// Kinds of statements that the walk can't run.
const WITHOUT_ROW: &[&str] = &[
    // Bound to what a client sends behind it.
    "InsertBulk",
    // Refused by name, for all.
    "Unsupported",
];
const SEED: u64 = 1;
const STATEMENTS: u64 = 4_000;
const SA_PASSWORD: &str = "Correct-Horse1";
