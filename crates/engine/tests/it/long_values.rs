//! Long values in T-SQL, compared with a model of the table through rollbacks, savepoints,
//! restarts, and power cuts at every file call. Afterwards CHECKDB finds that every long value
//! belongs to a row and every row's values exist.

use crate::rig::{Rig, ok, run};
use proptest::prelude::*;
use sluice_engine::{Collector, Session, Value};
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;
use std::collections::BTreeMap;

/// The columns of a row beside its id: each value is a letter and its repetitions.
type Row = [Option<(char, usize)>; 3];
type Model = BTreeMap<i32, Row>;

const MAKE: &str = "CREATE TABLE dbo.T(id int, v varchar(max), n nvarchar(4000), b varbinary(max))";

/// Returns a column's value as a T-SQL expression.
fn written(column: usize, value: Option<(char, usize)>) -> String {
    let Some((letter, count)) = value else { return "NULL".to_owned() };
    match column {
        0 => format!("REPLICATE(CAST('{letter}' AS varchar(max)), {count})"),
        1 => format!("REPLICATE(N'{letter}', {count})"),
        _ => format!("CAST(REPLICATE(CAST('{letter}' AS varchar(max)), {count}) AS varbinary(max))"),
    }
}

fn insert(id: i32, row: &Row) -> String {
    let values: Vec<String> = (0..3).map(|column| written(column, row[column])).collect();
    format!("INSERT dbo.T VALUES({id}, {})", values.join(", "))
}

fn update(id: i32, column: usize, value: Option<(char, usize)>) -> String {
    format!("UPDATE dbo.T SET {} = {} WHERE id = {id}", ["v", "n", "b"][column], written(column, value))
}

/// Returns the table's actual content.
fn rows(session: &mut Session) -> Model {
    let found = ok(session, "SELECT id, v, n, b FROM dbo.T");
    let letters = |value: &Value| {
        let text = match value {
            Value::Str(text) => text.to_string(),
            Value::Bytes(bytes) => bytes.iter().map(|byte| char::from(*byte)).collect(),
            _ => return None,
        };
        let first = text.chars().next().expect("no value is empty");
        assert!(text.chars().all(|letter| letter == first), "a value of several letters");
        Some((first, text.chars().count()))
    };
    let row = |row: &Vec<Value>| {
        let Value::Int(id) = row[0] else { panic!("{:?} is no id", row[0]) };
        (id, [letters(&row[1]), letters(&row[2]), letters(&row[3])])
    };
    let rows = found.results.iter().flat_map(|result| &result.rows);
    let model: Model = rows.clone().map(row).collect();
    assert_eq!(model.len(), rows.count(), "an id is there twice");
    model
}

/// Verifies that CHECKDB reports nothing.
fn assert_sound(session: &mut Session, context: &str) {
    let said = run(session, "DBCC CHECKDB WITH NO_INFOMSGS");
    assert!(said.errors.is_empty() && said.prints.is_empty(), "{context}: {:?} {:?}", said.errors, said.prints);
}

/// Applies statement `number` to the model and returns its text.
fn step(model: &mut Model, number: i32) -> String {
    let long = |factor: usize| Some((char::from(b'a' + (number % 26) as u8), 2_000 * factor));
    match number % 5 {
        0 | 1 => {
            let row = [long(7), Some(('n', 3_000)), long(1 + number as usize % 3)];
            model.insert(number, row);
            insert(number, &row)
        }
        2 => {
            if let Some(row) = model.get_mut(&(number - 2)) {
                row[0] = long(10);
            }
            update(number - 2, 0, long(10))
        }
        3 => {
            if let Some(row) = model.get_mut(&(number - 2)) {
                row[0] = Some(('s', 3));
            }
            update(number - 2, 0, Some(('s', 3)))
        }
        _ => {
            model.remove(&(number - 4));
            format!("DELETE dbo.T WHERE id = {}", number - 4)
        }
    }
}

const STEPS: i32 = 20;

/// Runs the steps until one fails. Returns the states before and after the failed step.
fn work(session: &mut Session) -> (Model, Model) {
    let mut model = Model::new();
    for number in 0..STEPS {
        let before = model.clone();
        let text = step(&mut model, number);
        let mut sent = Collector::default();
        if session.execute(&text, &mut sent).is_err() || sent.first_error().is_some() {
            return (before, model);
        }
        if number == STEPS / 2 {
            // A checkpoint, so that not everything is recovered from the log.
            let _fails_after_the_cut = session.execute("CHECKPOINT", &mut Collector::default());
        }
    }
    (model.clone(), model)
}

fn prepared() -> Rig {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ["CREATE DATABASE A", "USE A", MAKE].iter().for_each(|text| drop(ok(&mut session, text)));
    drop(session);
    instance.close().unwrap();
    rig
}

/// Runs the steps with a power cut at file call number `call`. Returns false if there are fewer
/// calls.
fn strike(call: u64, mode: CrashMode) -> bool {
    let rig = prepared();
    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE A");
    let calls = rig.faults.calls();
    rig.faults.arm(Rule::new(Fault::PowerCut).nth(call));
    let (before, after) = work(&mut session);
    let reached = rig.faults.calls() - calls > call;
    rig.faults.disarm();
    drop((session, instance));
    let rig = rig.crash(mode);
    let (_instance, mut session) = rig.connect();
    ok(&mut session, "USE A");
    let found = rows(&mut session);
    assert!(found == before || found == after, "call {call}, {mode:?}: {found:?}, not {before:?} nor {after:?}");
    assert_sound(&mut session, &format!("power cut at call {call}, {mode:?}"));
    reached
}

#[test]
fn power_cut_keeps_long_values_with_their_rows() {
    for mode in [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::POWER_CUT, CrashMode::ProcessKill] {
        let calls = (0..).take_while(|call| strike(*call, mode)).count();
        assert!(calls > 25, "only {calls} calls");
    }
}

#[derive(Clone, Debug)]
enum Act {
    Insert(Row),
    Update(usize, usize, Option<(char, usize)>),
    Delete(usize),
    Begin,
    Save,
    Undo,
    Rollback,
    Commit,
    Restart,
}

fn some_value() -> impl Strategy<Value = Option<(char, usize)>> {
    let length = prop_oneof![1..50usize, 2_000..4_000usize, 7_900..8_200usize, 20_000..70_000usize];
    proptest::option::weighted(0.9, (proptest::char::range('a', 'z'), length))
}

fn row() -> impl Strategy<Value = Row> {
    [some_value(), some_value(), some_value()].prop_map(|[v, n, b]| [v, n.map(limited), b])
}

fn limited((letter, count): (char, usize)) -> (char, usize) {
    (letter, count.min(4_000))
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        5 => row().prop_map(Act::Insert),
        5 => (0..20usize, 0..3usize, some_value()).prop_map(|(row, column, value)| Act::Update(row, column, value)),
        2 => (0..20usize).prop_map(Act::Delete),
        2 => Just(Act::Begin),
        1 => Just(Act::Save),
        1 => Just(Act::Undo),
        1 => Just(Act::Rollback),
        1 => Just(Act::Commit),
        1 => Just(Act::Restart),
    ]
}

/// The model of the table, with the states that a rollback restores.
#[derive(Default)]
struct Story {
    now: Model,
    begun: Option<Model>,
    saved: Option<Model>,
    next: i32,
}

impl Story {
    /// Applies an act to the model and returns its statement, or `None` if the act is impossible
    /// now.
    fn tell(&mut self, act: &Act) -> Option<String> {
        let id_of = |now: &Model, place: usize| now.keys().nth(place).copied();
        Some(match act {
            Act::Insert(row) => {
                self.next += 1;
                self.now.insert(self.next, *row);
                insert(self.next, row)
            }
            Act::Update(place, column, value) => {
                let id = id_of(&self.now, *place)?;
                let value = if *column == 1 { value.map(limited) } else { *value };
                self.now.get_mut(&id)?[*column] = value;
                update(id, *column, value)
            }
            Act::Delete(place) => {
                let id = id_of(&self.now, *place)?;
                self.now.remove(&id);
                format!("DELETE dbo.T WHERE id = {id}")
            }
            Act::Begin if self.begun.is_none() => {
                self.begun = Some(self.now.clone());
                "BEGIN TRAN".to_owned()
            }
            Act::Save if self.begun.is_some() => {
                self.saved = Some(self.now.clone());
                "SAVE TRAN s".to_owned()
            }
            Act::Undo => {
                self.now = self.saved.clone()?;
                "ROLLBACK TRAN s".to_owned()
            }
            Act::Rollback => {
                (self.now, self.saved) = (self.begun.take()?, None);
                "ROLLBACK".to_owned()
            }
            Act::Commit => {
                self.begun.take()?;
                self.saved = None;
                "COMMIT".to_owned()
            }
            _ => return None,
        })
    }

    /// Restarts the instance; the open transaction is lost.
    fn restart(&mut self) {
        (self.now, self.saved) = (self.begun.take().unwrap_or_else(|| self.now.clone()), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn table_with_long_values_matches_its_model(acts in proptest::collection::vec(act(), 5..50)) {
        let mut rig = prepared();
        let (mut instance, mut session) = rig.connect();
        ok(&mut session, "USE A");
        let mut story = Story::default();
        for act in &acts {
            if matches!(act, Act::Restart) {
                story.restart();
                drop((session, instance));
                rig = rig.crash(CrashMode::ProcessKill);
                (instance, session) = rig.connect();
                ok(&mut session, "USE A");
            } else if let Some(text) = story.tell(act) {
                ok(&mut session, &text);
            }
            prop_assert_eq!(rows(&mut session), story.now.clone(), "after {:?}", act);
            assert_sound(&mut session, &format!("after {act:?}"));
        }
        drop((session, instance));
    }
}

/// A reader gets rows before it reads their long values. Values that an UPDATE replaces meanwhile
/// exist until the reader ends.
#[test]
fn reader_gets_whole_values_during_updates() {
    let rig = prepared();
    let instance = rig.open().unwrap();
    let mut writer = instance.connect().unwrap();
    ok(&mut writer, "USE A");
    for id in 0..4 {
        ok(&mut writer, &insert(id, &[Some(('a', 20_000)), None, Some(('b', 9_000))]));
    }
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reader = instance.connect().unwrap();
            ok(&mut reader, "USE A");
            for _ in 0..60 {
                for (id, row) in rows(&mut reader) {
                    let (letter, count) = row[0].unwrap();
                    assert_eq!(count, if letter == 'a' { 20_000 } else { 30_000 }, "row {id}");
                }
            }
        });
        let mut turn = 0;
        while !reader.is_finished() {
            let value = if turn % 2 == 0 { ('z', 30_000) } else { ('a', 20_000) };
            ok(&mut writer, &update(turn % 4, 0, Some(value)));
            turn += 1;
        }
        reader.join().unwrap();
    });
    ok(&mut writer, "CHECKPOINT");
    assert_sound(&mut writer, "at the end");
    drop(writer);
    instance.close().unwrap();
}

#[test]
fn check_beside_writers_reports_no_damage() {
    let rig = Rig::new();
    let (instance, mut session) = rig.connect();
    ok(&mut session, MAKE);
    ok(&mut session, "CREATE INDEX i ON dbo.T(id)");
    let writers: Vec<_> = (0..2)
        .map(|number| {
            let mut session = instance.connect().unwrap();
            std::thread::spawn(move || {
                for id in (number * 1_000..).take(150) {
                    ok(&mut session, &insert(id, &[Some(('x', 30_000)), None, Some(('y', 9_000))]));
                    ok(&mut session, &format!("DELETE dbo.T WHERE id = {}", id - 5));
                }
            })
        })
        .collect();
    while writers.iter().any(|writer| !writer.is_finished()) {
        ok(&mut session, "DBCC CHECKDB");
    }
    writers.into_iter().for_each(|writer| writer.join().unwrap());
}
