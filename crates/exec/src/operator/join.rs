//! Joins: rows of two inputs side by side.
//!
//! The left input is read once. For each of its rows the right one is run again ([`Method::Loop`], as APPLY needs it), or its rows, which
//! have been read once, are looked for by their keys. A row's own place holds it while its partners are gone through, so that a pair
//! is nothing that has to be made.

use super::kept_rows::{KeptRows, show_nulls};
use super::{Cursor, Operator, Run};
use crate::code::Piece;
use sluice_base::hash::HashMap;
use sluice_plan::JoinKind;
use sluice_types::{KeyColumn, SqlError, Value, encode_key};
use std::rc::Rc;

/// A join.
pub(super) struct Join {
    /// Which rows come out.
    pub(super) kind: JoinKind,
    /// The left input and the sources of its rows.
    pub(super) left: (Box<dyn Operator>, Vec<usize>),
    /// The right one's.
    pub(super) right: (Box<dyn Operator>, Vec<usize>),
    /// What must hold for a pair.
    pub(super) on: Option<Piece>,
    /// How pairs are found.
    pub(super) method: Method,
    /// Of a hash join whose right rows stay the same while the statement runs.
    pub(super) keep: Option<Keep>,
}

/// How a join's right rows are kept from run to run.
pub(super) struct Keep {
    /// Under which number.
    pub(super) number: usize,
    /// That the keys are equal, for runs before anything is kept.
    pub(super) equal: Piece,
}

/// How a join finds its pairs.
pub(super) enum Method {
    /// The right input is run again for each left row.
    Loop,
    /// By the values of these expressions, which have these types.
    Hash {
        /// Of a left row.
        left: Vec<Piece>,
        /// Of a right row.
        right: Vec<Piece>,
        /// How both are made keys.
        keys: Vec<KeyColumn>,
    },
}

/// The right rows, by their keys.
pub(super) struct Table {
    rows: KeptRows,
    /// The first and the last row of each key, and for each row the next one with the same key.
    ends: HashMap<Box<[u8]>, (u32, u32)>,
    next: Vec<u32>,
}

/// What a statement has of a join that is run again and again.
#[derive(Default)]
pub(super) enum Kept {
    /// It has not been run: the first time its right input is read for each left row.
    #[default]
    Nothing,
    /// It has been run once.
    Once,
    /// Its right rows.
    Rows(Rc<Table>),
    /// There is no memory for them.
    TooMuch,
}

enum Right<'r> {
    Loop(Option<Box<dyn Cursor<'r> + 'r>>),
    /// The next row that may be a partner.
    Hash(Rc<Table>, u32),
}

struct Joining<'r> {
    of: &'r Join,
    left: Box<dyn Cursor<'r> + 'r>,
    right: Right<'r>,
    /// Whether there is a left row, and whether it has had a partner.
    has_left: bool,
    is_met: bool,
    /// Whether a right row has had a partner; for a full join.
    met: Vec<bool>,
    /// The next right row that may have had no partner, once the left input is at its end.
    alone: Option<usize>,
    values: Vec<Value>,
    key: Vec<u8>,
    /// How many pairs have been looked at.
    seen: u32,
}

impl Operator for Join {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let right = match &self.method {
            Method::Loop => Right::Loop(None),
            Method::Hash { right, keys, .. } => match &self.keep {
                None => Right::Hash(Rc::new(self.read_right(right, keys, run)?), NONE),
                Some(keep) => self.kept_right(keep, (right, keys), run)?,
            },
        };
        let met = match &right {
            Right::Hash(table, _) if self.kind == JoinKind::Full => vec![false; table.next.len()],
            _ => Vec::new(),
        };
        let left = self.left.0.open(run)?;
        let (values, key) = (Vec::new(), Vec::new());
        Ok(Box::new(Joining {
            of: self,
            left,
            right,
            has_left: false,
            is_met: false,
            met,
            alone: None,
            values,
            key,
            seen: 0,
        }))
    }
}

impl Join {
    /// The right rows, as far as they are kept: where they are not, the right input is to be read for each left row.
    fn kept_right<'r>(
        &'r self,
        keep: &Keep,
        (pieces, keys): (&[Piece], &[KeyColumn]),
        run: &mut Run<'_, 'r>,
    ) -> Result<Right<'r>, SqlError> {
        match run.notes.kept(keep.number) {
            Kept::Rows(table) => return Ok(Right::Hash(Rc::clone(table), NONE)),
            Kept::TooMuch => return Ok(Right::Loop(None)),
            nothing @ Kept::Nothing => {
                *nothing = Kept::Once;
                return Ok(Right::Loop(None));
            }
            Kept::Once => {}
        }
        let (kept, right) = match self.read_right(pieces, keys, run) {
            Ok(table) => {
                let table = Rc::new(table);
                (Kept::Rows(Rc::clone(&table)), Right::Hash(table, NONE))
            }
            Err(error) if error.number == NO_MEMORY => (Kept::TooMuch, Right::Loop(None)),
            Err(error) => return Err(error),
        };
        *run.notes.kept(keep.number) = kept;
        Ok(right)
    }

    fn read_right<'r>(
        &'r self,
        pieces: &[Piece],
        keys: &[KeyColumn],
        run: &mut Run<'_, 'r>,
    ) -> Result<Table, SqlError> {
        let rows = KeptRows::of(&self.right.1, run);
        let mut table = Table { rows, ends: HashMap::default(), next: Vec::new() };
        let mut input = self.right.0.open(run)?;
        let (mut values, mut key) = (Vec::new(), Vec::new());
        while input.next(run)? {
            let has_key = key_of(pieces, keys, run, &mut values, &mut key)?;
            // A row that no left one can meet is kept where it comes out alone.
            if !has_key && self.kind != JoinKind::Full {
                continue;
            }
            table.rows.keep(run)?;
            let number = table.next.len() as u32;
            table.next.push(NONE);
            if !has_key {
                continue;
            }
            match table.ends.get_mut(key.as_slice()) {
                Some((_, last)) => table.next[std::mem::replace(last, number) as usize] = number,
                None => {
                    table.rows.workspace.take(key.len())?;
                    table.ends.insert(key.as_slice().into(), (number, number));
                }
            }
        }
        Ok(table)
    }
}

impl<'r> Joining<'r> {
    /// Goes to the next left row, and to the beginning of its partners.
    fn next_left(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if !self.left.next(run)? {
            return Ok(false);
        }
        match (&mut self.right, &self.of.method) {
            (Right::Hash(table, next), Method::Hash { left, keys, .. }) => {
                let has_key = key_of(left, keys, run, &mut self.values, &mut self.key)?;
                let found = table.ends.get(self.key.as_slice()).filter(|_| has_key);
                *next = found.map_or(NONE, |(first, _)| *first);
            }
            (right, _) => *right = Right::Loop(Some(self.of.right.0.open(run)?)),
        }
        (self.has_left, self.is_met) = (true, false);
        Ok(true)
    }

    /// Shows the next right row that may be a partner; its number, if it has one.
    fn next_right(&mut self, run: &mut Run<'_, 'r>) -> Result<Option<usize>, SqlError> {
        match &mut self.right {
            Right::Loop(Some(cursor)) => Ok(cursor.next(run)?.then_some(0)),
            Right::Loop(None) => Ok(None),
            Right::Hash(table, next) => {
                if *next == NONE {
                    return Ok(None);
                }
                let number = *next as usize;
                *next = table.next[number];
                table.rows.show(number, run);
                Ok(Some(number))
            }
        }
    }

    /// Whether the current rows are a pair.
    fn holds(&self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if let (Some(keep), Right::Loop(_)) = (&self.of.keep, &self.right)
            && !run.holds(keep.equal)?
        {
            return Ok(false);
        }
        match self.of.on {
            Some(on) => run.holds(on),
            None => Ok(true),
        }
    }

    /// The rows of the right input that have had no partner.
    fn next_alone(&mut self, run: &mut Run<'_, 'r>) -> bool {
        let (Some(first), Right::Hash(table, _)) = (self.alone, &self.right) else { return false };
        let Some(number) = (first..self.met.len()).find(|number| !self.met[*number]) else { return false };
        self.alone = Some(number + 1);
        table.rows.show(number, run);
        show_nulls(&self.of.left.1, run);
        true
    }
}

impl<'r> Cursor<'r> for Joining<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        loop {
            if self.alone.is_some() {
                return Ok(self.next_alone(run));
            }
            if !self.has_left && !self.next_left(run)? {
                if self.of.kind != JoinKind::Full {
                    return Ok(false);
                }
                self.alone = Some(0);
                continue;
            }
            while let Some(number) = self.next_right(run)? {
                self.seen = self.seen.wrapping_add(1);
                if self.seen.is_multiple_of(PAIRS_BETWEEN_CHECKS) {
                    run.check_cancelled()?;
                }
                if self.holds(run)? {
                    self.is_met = true;
                    if let Some(met) = self.met.get_mut(number) {
                        *met = true;
                    }
                    return Ok(true);
                }
            }
            self.has_left = false;
            if self.of.kind != JoinKind::Inner && !self.is_met {
                show_nulls(&self.of.right.1, run);
                return Ok(true);
            }
        }
    }
}

/// The key of the current row; false where a value is NULL, which has no partner.
fn key_of(
    pieces: &[Piece],
    keys: &[KeyColumn],
    run: &mut Run<'_, '_>,
    values: &mut Vec<Value>,
    key: &mut Vec<u8>,
) -> Result<bool, SqlError> {
    values.clear();
    key.clear();
    for piece in pieces {
        let value = run.value(*piece)?;
        if value.is_null() {
            return Ok(false);
        }
        values.push(value);
    }
    encode_key(values, keys, key);
    Ok(true)
}

/// After how many pairs it asks whether it is to stop: few of them may hold, and the inputs may be in memory.
const PAIRS_BETWEEN_CHECKS: u32 = 256;
/// 701: there is no memory.
const NO_MEMORY: i32 = 701;
/// No row.
const NONE: u32 = u32::MAX;
