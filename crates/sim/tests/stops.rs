//! Every statement can be stopped, by an attention and by KILL, which returns at once.

use sluice_engine::{Collector, Instance, InstanceOptions, SessionEnded};
use sluice_sim::stops::LONG_STATEMENTS;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Runs each long statement on a thread and stops it by an attention or by KILL. Returns the names
/// of the statements that took too long.
fn stopped_late(by_kill: bool) -> Vec<String> {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let mut observer = instance.connect().expect("a session");
    let mut late = Vec::new();
    for statement in LONG_STATEMENTS {
        execute(&mut observer, statement.setup);
        let mut session = instance.connect().expect("a session");
        let (watch, id) = (session.watch().expect("a watch"), session.id());
        let victim = thread::spawn(move || {
            let mut sent = Collector::default();
            let ended = session.execute(statement.text, &mut sent);
            let again = session.execute("SELECT 1", &mut Collector::default());
            (ended, again, sent.errors.iter().map(|error| error.number).collect::<Vec<_>>(), Instant::now())
        });
        thread::sleep(RUN);
        if victim.is_finished() {
            let (ended, _, errors, _) = victim.join().expect("no panic");
            late.push(format!("{}: it is too short, {ended:?}, {errors:?}", statement.name));
            continue;
        }
        let told = Instant::now();
        let returned = if by_kill {
            execute(&mut observer, &format!("KILL {id}"));
            told.elapsed()
        } else {
            watch.cancel();
            Duration::ZERO
        };
        let (ended, again, errors, at) = victim.join().expect("no panic");
        let stopped = if by_kill { 596 } else { 3617 };
        assert!(ended.is_ok() && errors.last() == Some(&stopped), "{}: {errors:?}", statement.name);
        assert_eq!(matches!(again, Err(SessionEnded::Killed)), by_kill, "{}", statement.name);
        let took = at.duration_since(told);
        if took > LATE || returned > LATE {
            late.push(format!("{}: ended after {took:?}, KILL after {returned:?}", statement.name));
        }
    }
    drop(observer);
    instance.close().expect("it closes");
    late
}

fn execute(session: &mut sluice_engine::Session, text: &str) {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).expect("the session lives");
    assert_eq!(sent.first_error(), None, "{text}");
}

#[test]
fn attention_stops_every_long_statement() {
    assert_eq!(stopped_late(false), [""; 0]);
}

#[test]
fn kill_stops_every_long_statement_and_returns() {
    assert_eq!(stopped_late(true), [""; 0]);
}

/// KILL doesn't wait for a rollback, which goes on; the locks are held until its end.
#[test]
fn kill_returns_before_a_long_rollback_ends() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let (mut observer, mut writer) = (instance.connect().expect("a session"), instance.connect().expect("a session"));
    execute(&mut observer, "CREATE TABLE dbo.t (a INT NOT NULL, b CHAR(200) NOT NULL)");
    execute(&mut writer, "BEGIN TRAN; INSERT dbo.t SELECT value, 'x' FROM GENERATE_SERIES(1, 100000)");
    let told = Instant::now();
    execute(&mut observer, &format!("KILL {}", writer.id()));
    let returned = told.elapsed();
    let mut sent = Collector::default();
    observer.execute("SELECT COUNT(*) FROM dbo.t", &mut sent).expect("the session lives");
    let read = told.elapsed();
    assert_eq!(sent.scalar().and_then(|value| value.as_i64()), Some(0));
    assert!(returned < Duration::from_millis(300) && returned < read, "KILL took {returned:?}, the rollback {read:?}");
    assert!(matches!(writer.execute("SELECT 1", &mut Collector::default()), Err(SessionEnded::Killed)));
    drop((observer, writer));
    Arc::clone(&instance).close().expect("it closes");
}

/// The time that a statement runs before it is stopped.
const RUN: Duration = Duration::from_millis(300);
/// Debug builds are about ten times slower than the guaranteed 50 ms.
const LATE: Duration = Duration::from_secs(1);
