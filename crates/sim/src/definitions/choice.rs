//! Chooses a session's next statement.

use super::model::{Change, Column, Name, Table, Tables};
use crate::random::Random;

/// A statement to send.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Begin,
    Save,
    /// ROLLBACK to the savepoint.
    Back,
    /// COMMIT; whether it requests delayed durability.
    Commit(bool),
    RollBack,
    Checkpoint,
    Change(Change),
    /// CREATE TABLE with an existing name: error 2714.
    Duplicate(Name),
    Read(Name),
}

/// The state of the session's transaction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    NoTransaction,
    Open { has_savepoint: bool },
}

/// Draws the next step of a session that sees `tables`. `next` is the next number of a row or
/// constraint.
pub(super) fn next_step(random: &mut Random, tables: &Tables, state: State, next: &mut i32) -> Step {
    match (state, random.below(12)) {
        (State::NoTransaction, 0..=4) => Step::Begin,
        (State::NoTransaction, 5) if random.chance(2) => Step::Checkpoint,
        (State::Open { .. }, 0) => Step::Commit(random.chance(4)),
        (State::Open { .. }, 1) if random.chance(2) => Step::Commit(false),
        (State::Open { .. }, 1) if random.chance(3) => Step::RollBack,
        (State::Open { has_savepoint: true }, 2) => Step::Back,
        (State::Open { has_savepoint: false }, 2) => Step::Save,
        _ => {
            let names: Vec<Name> = Name::all().collect();
            let name = random.pick(&names);
            match tables.table(name) {
                None => Step::Change(Change::Create(name, random.chance(2))),
                Some(table) => on_table(random, tables, (name, table), next),
            }
        }
    }
}

fn on_table(random: &mut Random, tables: &Tables, (name, table): (Name, &Table), next: &mut i32) -> Step {
    let rows_max = random.pick(&[4, 4, 4, 60]);
    let rows = 1 + random.below(rows_max) as i32;
    let insertion = Step::Change(Change::Insert(name, *next, rows));
    let change = match random.below(26) {
        0..=2 => Some(Change::Drop(name)),
        3..=5 => moved(random, tables, name),
        6..=8 => free(random, &table.columns).map(|number| {
            let default = random.chance(2).then_some(*next);
            Change::AddColumn(name, number, Column { since: *next, base: 100 * i32::from(number) + 100, default })
        }),
        9 => taken(random, &table.columns).map(|number| Change::DropColumn(name, number)),
        10 => renamed(random, &table.columns).map(|(from, to)| Change::RenameColumn(name, from, to)),
        // An index on the column would prevent the change.
        11 => (!table.is_wide && table.indexes.values().all(|is_unique| *is_unique)).then_some(Change::Widen(name)),
        12..=14 => free(random, &table.indexes).map(|number| Change::AddIndex(name, number, random.chance(2))),
        15 => taken(random, &table.indexes).map(|number| Change::DropIndex(name, number)),
        16 => renamed(random, &table.indexes).map(|(from, to)| Change::RenameIndex(name, from, to)),
        17 => Some(Change::Truncate(name)),
        18 => table.rows.first().map(|row| Change::Delete(name, *row)),
        19 if random.chance(3) => return Step::Duplicate(name),
        20 | 21 => return Step::Read(name),
        _ => None,
    };
    *next += rows;
    change.map_or(insertion, Step::Change)
}

/// Moves the table to a free name: another name in its schema, or the same name in the other
/// schema.
fn moved(random: &mut Random, tables: &Tables, name: Name) -> Option<Change> {
    let can_be = |to: &Name| tables.table(*to).is_none() && (to.schema == name.schema) != (to.number == name.number);
    let names: Vec<Name> = Name::all().filter(can_be).collect();
    (!names.is_empty()).then(|| Change::Move(name, random.pick(&names)))
}

type Numbered<T> = std::collections::BTreeMap<u8, T>;

fn free<T>(random: &mut Random, of: &Numbered<T>) -> Option<u8> {
    let number = random.below(u64::from(PARTS_MAX)) as u8;
    (!of.contains_key(&number)).then_some(number)
}

fn taken<T>(random: &mut Random, of: &Numbered<T>) -> Option<u8> {
    let numbers: Vec<u8> = of.keys().copied().collect();
    (!numbers.is_empty()).then(|| random.pick(&numbers))
}

fn renamed<T>(random: &mut Random, of: &Numbered<T>) -> Option<(u8, u8)> {
    Some((taken(random, of)?, free(random, of)?))
}

/// The greatest number of added columns, and of indexes, in a table.
const PARTS_MAX: u8 = 4;
