//! Joins: rows of two inputs side by side.
//!
//! The left input is read once. For each of its rows the right one is run again ([`Method::Loop`], as APPLY needs it), or its rows, which
//! have been read once, are looked for by their keys. A row's own place holds it while its partners are gone through, so that a pair
//! is nothing that has to be made.
//!
//! Where there is no memory for the right rows, the rows of both sides go to tempdb in parts, by their keys, and the parts are joined one after the
//! other (`join_parts`).

use super::join_parts::{LEVEL_MAX, Parts, put_current};
use super::join_table::{NONE, Table};
use super::kept_rows::show_nulls;
use super::partitions::Partitions;
use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::Piece;
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

/// Where left rows come from.
enum Left<'r> {
    Input(Box<dyn Cursor<'r> + 'r>),
    Parts(Box<Parts>),
}

enum Right<'r> {
    Loop(Option<Box<dyn Cursor<'r> + 'r>>),
    /// The next row that may be a partner.
    Hash(Rc<Table>, u32),
}

struct Joining<'r> {
    of: &'r Join,
    left: Left<'r>,
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
    seen: RowsSeen,
}

impl Operator for Join {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        if matches!(self.method, Method::Hash { .. }) {
            run.take_grant()?;
        }
        let mut parts = None;
        let right = match &self.method {
            Method::Loop => Right::Loop(None),
            Method::Hash { right, keys, .. } => match &self.keep {
                None => match self.read_right((right, keys), true, run)? {
                    Read::Whole(table) => Right::Hash(Rc::new(*table), NONE),
                    Read::Parts(right) => {
                        parts = Some(right);
                        Right::Hash(Rc::new(Table::of(&self.right.1)), NONE)
                    }
                    Read::TooMuch => Right::Loop(None),
                },
                Some(keep) => self.kept_right(keep, (right, keys), run)?,
            },
        };
        let met = match &right {
            Right::Hash(table, _) if self.kind == JoinKind::Full => vec![false; table.count()],
            _ => Vec::new(),
        };
        let mut left = self.left.0.open(run)?;
        let (mut values, mut key) = (Vec::new(), Vec::new());
        let left = match (parts, &self.method) {
            (Some(right), Method::Hash { left: pieces, keys, .. }) => {
                let mut rows = Partitions::new(right.level());
                while left.next(run)? {
                    let has_key = key_of(pieces, keys, run, &mut values, &mut key)?;
                    if has_key || self.kind != JoinKind::Inner {
                        put_current((&self.left.1, has_key.then_some(&key[..])), &mut rows, run)?;
                    }
                }
                drop(left);
                Left::Parts(Box::new(Parts::new(self.kind, rows, right)))
            }
            _ => Left::Input(left),
        };
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
            seen: RowsSeen::default(),
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
        let (kept, right) = match self.read_right((pieces, keys), false, run)? {
            Read::Whole(table) => {
                let table = Rc::new(*table);
                (Kept::Rows(Rc::clone(&table)), Right::Hash(table, NONE))
            }
            Read::Parts(_) | Read::TooMuch => (Kept::TooMuch, Right::Loop(None)),
        };
        *run.notes.kept(keep.number) = kept;
        Ok(right)
    }

    /// Reads the right rows; where there is no memory for them they go to tempdb if they may.
    fn read_right<'r>(
        &'r self,
        (pieces, keys): (&[Piece], &[KeyColumn]),
        may_part: bool,
        run: &mut Run<'_, 'r>,
    ) -> Result<Read, SqlError> {
        let (mut table, mut parts) = (Table::of(&self.right.1), None);
        let mut input = self.right.0.open(run)?;
        let (mut values, mut key) = (Vec::new(), Vec::new());
        while input.next(run)? {
            let has_key = key_of(pieces, keys, run, &mut values, &mut key)?;
            // A row that no left one can meet is kept where it comes out alone.
            if !has_key && self.kind != JoinKind::Full {
                continue;
            }
            let key = has_key.then_some(&key[..]);
            if parts.is_none() {
                if table.add(key, run) {
                    continue;
                }
                if !may_part {
                    return Ok(Read::TooMuch);
                }
                // Without keys all rows are one part.
                let mut rows = Partitions::new(if keys.is_empty() { LEVEL_MAX } else { 0 });
                std::mem::replace(&mut table, Table::of(&self.right.1)).put_into(&mut rows, run)?;
                parts = Some(rows);
            }
            if let Some(parts) = &mut parts {
                put_current((&self.right.1, key), parts, run)?;
            }
        }
        Ok(parts.map_or_else(|| Read::Whole(Box::new(table)), Read::Parts))
    }
}

/// What became of the right rows.
enum Read {
    /// They are in memory.
    Whole(Box<Table>),
    /// They are in tempdb.
    Parts(Partitions),
    /// They are nowhere.
    TooMuch,
}

impl<'r> Joining<'r> {
    /// Goes to the next left row, and to the beginning of its partners.
    fn next_left(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        match &mut self.left {
            Left::Input(left) => {
                if !left.next(run)? {
                    return Ok(false);
                }
                match (&mut self.right, &self.of.method) {
                    (Right::Hash(table, next), Method::Hash { left, keys, .. }) => {
                        let has_key = key_of(left, keys, run, &mut self.values, &mut self.key)?;
                        *next = table.first(has_key.then_some(&self.key[..]));
                    }
                    (right, _) => *right = Right::Loop(Some(self.of.right.0.open(run)?)),
                }
            }
            Left::Parts(parts) => {
                let Right::Hash(table, next) = &mut self.right else { return Ok(false) };
                let Some(first) = parts.next_left(&self.of.left.1, table, run)? else { return Ok(false) };
                *next = first;
            }
        }
        (self.has_left, self.is_met) = (true, false);
        Ok(true)
    }

    /// Whether the left row, whose partners are through, comes out without one.
    fn is_alone(&mut self) -> bool {
        match &mut self.left {
            _ if self.of.kind == JoinKind::Inner => false,
            Left::Input(_) => !self.is_met,
            Left::Parts(parts) => parts.is_alone(self.is_met),
        }
    }

    /// Goes to the next right rows, once the left rows are through with those before; false if there are none.
    fn next_part(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Left::Parts(parts) = &mut self.left else { return Ok(false) };
        // First what they replace goes.
        self.right = Right::Hash(Rc::new(Table::of(&self.of.right.1)), NONE);
        let Some(table) = parts.next_table(&self.of.right.1, run)? else { return Ok(false) };
        self.met.clear();
        if self.of.kind == JoinKind::Full {
            self.met.resize(table.count(), false);
        }
        self.right = Right::Hash(Rc::new(table), NONE);
        self.alone = None;
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
                *next = table.behind(number);
                table.show(number, run)?;
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
    fn next_alone(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let (Some(first), Right::Hash(table, _)) = (self.alone, &self.right) else { return Ok(false) };
        let Some(number) = (first..self.met.len()).find(|number| !self.met[*number]) else { return Ok(false) };
        self.alone = Some(number + 1);
        table.show(number, run)?;
        show_nulls(&self.of.left.1, run);
        Ok(true)
    }
}

impl<'r> Cursor<'r> for Joining<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        loop {
            if self.alone.is_some() {
                if self.next_alone(run)? {
                    return Ok(true);
                }
                if !self.next_part(run)? {
                    return Ok(false);
                }
            }
            if !self.has_left && !self.next_left(run)? {
                // Those of the right rows that are there and have had no partner.
                self.alone = Some(0);
                continue;
            }
            while let Some(number) = self.next_right(run)? {
                self.seen.one_more(run)?;
                if self.holds(run)? {
                    self.is_met = true;
                    if let Some(met) = self.met.get_mut(number) {
                        *met = true;
                    }
                    return Ok(true);
                }
            }
            self.has_left = false;
            if self.is_alone() {
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
