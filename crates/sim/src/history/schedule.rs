//! Random schedules of sessions whose history is recorded.
//!
//! Sessions that run in turn never wait (LOCK_TIMEOUT 0): a blocked statement is retried later, and
//! if all are blocked, one session is rolled back. So a schedule is determined by its seed.
//! Sessions on threads wait for locks, and the engine finds the deadlocks; their statements are
//! still determined by the seed.
//!
//! The seed also determines the isolation levels (one for all sessions, or different ones) and the
//! tables: heaps, clustered indexes or heaps with an index, which differ in access paths and locks.

use super::event::{Event, History, Key, Transaction, Written};
use super::level::Level;
use crate::random::Random;
use sluice_engine::{Collector, Instance, InstanceOptions, Session, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The isolation levels of a schedule's sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Levels {
    /// All sessions have this level.
    One(Level),
    /// Each session has its own level.
    Mixed,
    /// Each session has its own level, in a database with READ_COMMITTED_SNAPSHOT.
    MixedByVersions,
}

impl Levels {
    /// Returns each level alone, and the mixes.
    pub fn all() -> impl Iterator<Item = Levels> + Clone {
        Level::ALL.map(Levels::One).into_iter().chain([Levels::Mixed, Levels::MixedByVersions])
    }

    /// Returns the levels that a session may have.
    pub fn levels(self) -> impl Iterator<Item = Level> {
        Level::ALL.into_iter().filter(move |level| match self {
            Levels::One(only) => only == *level,
            Levels::Mixed => *level != Level::ReadCommittedSnapshot,
            Levels::MixedByVersions => *level != Level::ReadCommitted,
        })
    }

    fn has(self, level: Level) -> bool {
        self.levels().any(|one| one == level)
    }
}

/// An instance with the tables of schedules.
pub struct Stage {
    instance: Arc<Instance>,
    levels: Levels,
    first: Session,
}

/// A session of a schedule: its past transactions and its next statement.
pub struct Actor {
    session: Session,
    level: Level,
    random: Random,
    number: u32,
    /// The number of values and rows created so far, which makes each unique.
    given: u32,
    inserted: u32,
    transactions: Vec<Transaction>,
    left: u32,
    /// The number of steps left in the open transaction.
    steps: Option<u32>,
    /// The statement being tried until it succeeds.
    pending: Option<Step>,
}

/// The outcome of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnOutcome {
    /// A statement was done.
    Done,
    /// The statement was blocked.
    Blocked,
    /// The session has finished its transactions.
    Over,
}

#[derive(Clone, Debug)]
enum Step {
    Append(Key, Written),
    ReadList(Key),
    Write(Key, Written),
    Read(Key),
    ReadAll,
    Insert(Key),
    Delete(Key),
    /// The rows in a range, or all; possibly with a hint for stronger locks.
    ReadRows(Option<(Key, Key)>, &'static str),
    End {
        commits: bool,
    },
}

/// The outcome of a statement.
enum Outcome {
    Rows(Vec<Vec<Value>>),
    Blocked,
    /// The engine has rolled the transaction back.
    RolledBack,
}

impl Stage {
    /// Opens an in-memory instance for these levels.
    pub fn new(levels: Levels) -> Result<Stage, String> {
        let instance = Instance::open(InstanceOptions::in_memory()).map_err(|error| error.to_string())?;
        let mut first = instance.connect().map_err(|error| error.to_string())?;
        must(&mut first, "CREATE DATABASE h")?;
        let of_levels =
            [(Level::Snapshot, "ALLOW_SNAPSHOT_ISOLATION"), (Level::ReadCommittedSnapshot, "READ_COMMITTED_SNAPSHOT")];
        for (_, option) in of_levels.iter().filter(|(level, _)| levels.has(*level)) {
            must(&mut first, &format!("ALTER DATABASE h SET {option} ON"))?;
        }
        must(&mut first, "USE h")?;
        Ok(Stage { instance, levels, first })
    }

    /// Creates the tables and sessions of a seed. `waits` is true for sessions on threads.
    pub fn actors(&mut self, seed: u64, waits: bool) -> Result<Vec<Actor>, String> {
        let mut random = Random::new(seed);
        let key = random.pick(&["", " PRIMARY KEY", " UNIQUE NONCLUSTERED", ", INDEX i CLUSTERED (k)"]);
        for (table, columns) in [("l", ", v varchar(4000) NOT NULL"), ("r", ", v int NOT NULL"), ("s", "")] {
            must(
                &mut self.first,
                &format!("DROP TABLE IF EXISTS {table}; CREATE TABLE {table}(k int NOT NULL{key}{columns})"),
            )?;
        }
        for key in 0..KEYS {
            must(&mut self.first, &format!("INSERT l VALUES ({key}, ''); INSERT r VALUES ({key}, 0)"))?;
        }
        for row in first_rows() {
            must(&mut self.first, &format!("INSERT s VALUES ({row})"))?;
        }
        let levels: Vec<Level> = self.levels.levels().collect();
        let sessions = 2 + random.below(u64::from(SESSIONS_MAX) - 1) as u32;
        (0..sessions)
            .map(|number| {
                let mut session = self.instance.connect().map_err(|error| error.to_string())?;
                let timeout = if waits { -1 } else { 0 };
                let level = random.pick(&levels);
                let name = level.name();
                let begin = format!("USE h; SET LOCK_TIMEOUT {timeout}; SET TRANSACTION ISOLATION LEVEL {name}");
                must(&mut session, &begin)?;
                let (random, left) =
                    (Random::new(random.next()), 2 + random.below(u64::from(TRANSACTIONS_MAX) - 1) as u32);
                let (given, inserted, transactions) = (0, 0, Vec::new());
                let (steps, pending) = (None, None);
                Ok(Actor { session, level, random, number, given, inserted, transactions, left, steps, pending })
            })
            .collect()
    }

    /// Returns the history of finished sessions.
    pub fn history(&mut self, actors: Vec<Actor>) -> Result<History, String> {
        let mut transactions: Vec<Transaction> = actors.into_iter().flat_map(|actor| actor.transactions).collect();
        let lists = must(&mut self.first, "SELECT k, v FROM l")?;
        let events = lists.iter().map(|row| Ok(Event::ReadList(int(&row[0])?, values_of(&row[1])?)));
        let events = events.collect::<Result<_, String>>()?;
        transactions.push(Transaction { level: Level::ReadCommitted, events, is_committed: true });
        Ok(History { transactions, first_rows: first_rows().collect() })
    }

    /// Runs the schedule of a seed, with sessions in turn.
    pub fn run(&mut self, seed: u64) -> Result<History, String> {
        let mut actors = self.actors(seed, false)?;
        let mut random = Random::new(!seed);
        let mut over = vec![false; actors.len()];
        let mut blocked = BTreeSet::new();
        while let Some(still) = over.iter().position(|over| !over) {
            let chosen = random.below(actors.len() as u64) as usize;
            let chosen = if over[chosen] { still } else { chosen };
            match actors[chosen].turn()? {
                TurnOutcome::Done => blocked.clear(),
                TurnOutcome::Over => over[chosen] = true,
                TurnOutcome::Blocked => _ = blocked.insert(chosen),
            }
            // All sessions are blocked since the last progress.
            if !blocked.is_empty() && (0..actors.len()).all(|actor| over[actor] || blocked.contains(&actor)) {
                let place = random.below(blocked.len() as u64) as usize;
                let victim = blocked.iter().nth(place).ok_or("no session is blocked")?;
                actors[*victim].give_way()?;
                blocked.clear();
            }
        }
        self.history(actors)
    }
}

impl Actor {
    /// Runs to the end, waiting for locks as needed.
    pub fn run(mut self) -> Result<Actor, String> {
        while self.turn()? != TurnOutcome::Over {}
        Ok(self)
    }

    /// Tries the next statement.
    pub fn turn(&mut self) -> Result<TurnOutcome, String> {
        let Some(left) = self.steps else {
            if self.left == 0 {
                return Ok(TurnOutcome::Over);
            }
            must(&mut self.session, "BEGIN TRAN")?;
            self.left -= 1;
            self.steps = Some(1 + self.random.below(u64::from(STEPS_MAX)) as u32);
            self.transactions.push(Transaction { level: self.level, ..Transaction::default() });
            return Ok(TurnOutcome::Done);
        };
        let step = match self.pending.take() {
            Some(step) => step,
            None => self.next_step(left),
        };
        let transaction = self.transactions.last_mut().ok_or("it is in no transaction")?;
        let rows = match attempt(&mut self.session, &step.text())? {
            Outcome::Rows(rows) => rows,
            Outcome::Blocked => {
                self.pending = Some(step);
                return Ok(TurnOutcome::Blocked);
            }
            Outcome::RolledBack => {
                self.steps = None;
                // Other sessions may have read the effect before the statement was refused.
                transaction.events.extend(step.written(0));
                return Ok(TurnOutcome::Done);
            }
        };
        self.steps = Some(left.saturating_sub(1));
        if let Step::End { commits } = step {
            self.steps = None;
            transaction.is_committed = commits;
        }
        transaction.events.extend(step.events(&rows)?);
        Ok(TurnOutcome::Done)
    }

    /// Rolls back the open transaction.
    fn give_way(&mut self) -> Result<(), String> {
        must(&mut self.session, "ROLLBACK")?;
        (self.steps, self.pending) = (None, None);
        Ok(())
    }

    fn next_step(&mut self, left: u32) -> Step {
        if left == 0 {
            return Step::End { commits: !self.random.chance(6) };
        }
        let key = self.random.below(u64::from(KEYS)) as Key;
        match self.random.below(14) {
            0 | 1 => Step::ReadList(key),
            2 | 3 => Step::Append(key, self.new_number()),
            4 | 5 => Step::Read(key),
            6 | 7 => Step::Write(key, self.new_number()),
            8 => Step::ReadAll,
            // Odd rows are inserted, even rows deleted.
            9 | 10 => Step::Insert(self.new_row()),
            11 => Step::Delete(2 * self.random.below(u64::from(ROWS)) as Key),
            _ => {
                let from = self.random.below(u64::from(2 * ROWS)) as Key;
                let asked = (from, from + self.random.below(16) as Key);
                let asked = (!self.random.chance(5)).then_some(asked);
                // In a SNAPSHOT transaction the hints would read the newest rows.
                let hints: &[_] = if self.level == Level::Snapshot {
                    &[""]
                } else {
                    &["", "", "", "", " WITH (UPDLOCK)", " WITH (XLOCK)"]
                };
                Step::ReadRows(asked, self.random.pick(hints))
            }
        }
    }

    /// Returns a unique value.
    fn new_number(&mut self) -> Written {
        self.given += 1;
        self.given * SESSIONS_MAX + self.number
    }

    /// Returns a row number that was never used.
    fn new_row(&mut self) -> Key {
        self.inserted += 1;
        2 * ((self.inserted - 1) * SESSIONS_MAX + self.number) + 1
    }
}

impl Step {
    fn text(&self) -> String {
        match self {
            Step::Append(key, value) => format!("UPDATE l SET v = v + '{value},' WHERE k = {key}"),
            Step::ReadList(key) => format!("SELECT v FROM l WHERE k = {key}"),
            Step::Write(key, value) => format!("UPDATE r SET v = {value} OUTPUT deleted.v WHERE k = {key}"),
            Step::Read(key) => format!("SELECT v FROM r WHERE k = {key}"),
            Step::ReadAll => "SELECT k, v FROM r".to_owned(),
            Step::Insert(row) => format!("INSERT s VALUES ({row})"),
            Step::Delete(row) => format!("DELETE s OUTPUT deleted.k WHERE k = {row}"),
            Step::ReadRows(Some((from, to)), hint) => format!("SELECT k FROM s{hint} WHERE k BETWEEN {from} AND {to}"),
            Step::ReadRows(None, hint) => format!("SELECT k FROM s{hint}"),
            Step::End { commits } => if *commits { "COMMIT" } else { "ROLLBACK" }.to_owned(),
        }
    }

    /// Returns the event of a write that replaces `before`.
    fn written(&self, before: Written) -> Option<Event> {
        match self {
            Step::Append(key, value) => Some(Event::Append(*key, *value)),
            Step::Write(key, value) => Some(Event::Write(*key, *value, before)),
            Step::Insert(row) => Some(Event::Insert(*row)),
            Step::Delete(row) => Some(Event::Delete(*row)),
            Step::ReadList(_) | Step::Read(_) | Step::ReadAll | Step::ReadRows(..) | Step::End { .. } => None,
        }
    }

    /// Returns the events of a statement from the rows that it returned.
    fn events(&self, rows: &[Vec<Value>]) -> Result<Vec<Event>, String> {
        let only = || rows.first().and_then(|row| row.first()).ok_or_else(|| format!("{self:?} gave nothing"));
        Ok(match self {
            Step::Append(..) | Step::Insert(_) => self.written(0).into_iter().collect(),
            Step::ReadList(key) => vec![Event::ReadList(*key, values_of(only()?)?)],
            Step::Write(..) => self.written(int(only()?)?).into_iter().collect(),
            Step::Read(key) => vec![Event::Read(*key, int(only()?)?)],
            Step::ReadAll => {
                let reads = rows.iter().map(|row| Ok(Event::Read(int(&row[0])?, int(&row[1])?)));
                reads.collect::<Result<_, String>>()?
            }
            Step::Delete(row) => rows.iter().map(|_| Event::Delete(*row)).collect(),
            Step::ReadRows(asked, _) => {
                let (from, to) = asked.unwrap_or((0, LAST_ROW));
                let found = rows.iter().map(|row| int(&row[0])).collect::<Result<_, String>>()?;
                vec![Event::ReadRows(from..=to, found)]
            }
            Step::End { .. } => Vec::new(),
        })
    }
}

/// Returns the rows that exist from the start.
fn first_rows() -> impl Iterator<Item = Key> {
    (0..ROWS).map(|row| 2 * row)
}

/// Runs a batch that can't be blocked.
fn must(session: &mut Session, text: &str) -> Result<Vec<Vec<Value>>, String> {
    match attempt(session, text)? {
        Outcome::Rows(rows) => Ok(rows),
        Outcome::Blocked | Outcome::RolledBack => Err(format!("`{text}` did not go through")),
    }
}

fn attempt(session: &mut Session, text: &str) -> Result<Outcome, String> {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).map_err(|ended| format!("`{text}`: {ended}"))?;
    match sent.first_error() {
        None => Ok(Outcome::Rows(sent.results.into_iter().next().map(|result| result.rows).unwrap_or_default())),
        Some((1222, _)) => Ok(Outcome::Blocked),
        Some((1205 | 3960, _)) => Ok(Outcome::RolledBack),
        Some((number, said)) => Err(format!("`{text}`: Msg {number}, {said}")),
    }
}

fn int(value: &Value) -> Result<u32, String> {
    match value {
        Value::Int(value) => u32::try_from(*value).map_err(|error| error.to_string()),
        other => Err(format!("{other:?} is no int")),
    }
}

/// Returns the values of a list.
fn values_of(value: &Value) -> Result<Vec<Written>, String> {
    let Value::Str(text) = value else { return Err(format!("{value:?} is no text")) };
    text.split_terminator(',').map(|one| one.parse().map_err(|error| format!("{one}: {error}"))).collect()
}

/// The number of lists and of registers.
const KEYS: Key = 2;
/// The number of rows that can be deleted.
const ROWS: Key = 12;
/// The greatest row number that a session can insert.
const LAST_ROW: Key = 2 * TRANSACTIONS_MAX * STEPS_MAX * SESSIONS_MAX;
/// The greatest number of transactions of a session.
const TRANSACTIONS_MAX: u32 = 5;
/// The greatest number of steps in a transaction.
const STEPS_MAX: u32 = 6;
/// The greatest number of sessions in a schedule.
const SESSIONS_MAX: u32 = 4;
