//! Merge joins of two inputs that are sorted by the join keys. Both inputs are read side by side,
//! no further than needed.
//!
//! A row stays in its source's place while its partners pass. If one side is unique, no rows are
//! kept: the unique side's row stays while the other side's rows with its keys pass. Otherwise the
//! right rows of one key are kept, in memory or in tempdb, and each left row of this key passes
//! over them. The next right row has been read by then, and is put aside until all these left rows
//! have passed.

use super::kept_rows::{KeptRows, show_nulls};
use super::runs::compare_keys;
use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::{Piece, Row};
use sluice_plan::JoinKind;
use sluice_types::{SqlError, Value};
use std::cmp::Ordering;

/// The merge join of two sorted inputs. A key that is NULL has no partner.
pub(super) struct MergeJoin {
    pub(super) kind: JoinKind,
    pub(super) left: Input,
    pub(super) right: Input,
    /// For each key, whether the order is descending.
    pub(super) descending: Vec<bool>,
    /// Further condition on a pair.
    pub(super) on: Option<Piece>,
}

/// One side of a merge join.
pub(super) struct Input {
    /// Operator that returns the rows.
    pub(super) operator: Box<dyn Operator>,
    pub(super) sources: Vec<usize>,
    /// Keys by which the rows are sorted.
    pub(super) keys: Vec<Piece>,
    /// Whether the keys are unique.
    pub(super) is_unique: bool,
}

/// Position of a run in one input.
struct Side<'r> {
    of: &'r Input,
    rows: Box<dyn Cursor<'r> + 'r>,
    /// Whether there is a current row.
    has_row: bool,
    /// Keys of the current row, and whether one of them is NULL, so that the row has no partner.
    keys: Vec<Value>,
    has_null: bool,
    /// Whether the current row has had a partner.
    is_met: bool,
    /// The current row, while other rows occupy its places.
    away: Vec<Row>,
    is_away: bool,
}

/// The right rows of one key.
struct Group {
    rows: KeptRows,
    keys: Vec<Value>,
    /// Rows that have had a partner, in a full join.
    met: Vec<bool>,
}

/// The next step of the merge.
#[derive(Clone, Copy)]
enum Step {
    /// Read the first rows.
    Begin,
    /// Compare the current rows of both sides.
    Compare,
    /// The keys of the current rows are equal.
    Pair,
    /// The left row was returned without a partner.
    LeftAlone,
    /// The right row was returned without a partner.
    RightAlone,
    /// Pair the left row with this kept row.
    Kept(usize),
    /// The left row was returned without a partner among the kept rows.
    AloneBesideKept,
    /// Return the kept rows without a partner, from this number on.
    KeptAlone(usize),
}

struct Merging<'r> {
    of: &'r MergeJoin,
    left: Side<'r>,
    right: Side<'r>,
    group: Group,
    step: Step,
    seen: RowsSeen,
}

impl Operator for MergeJoin {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        let (left, right) = (Side::new(&self.left, run)?, Side::new(&self.right, run)?);
        let group = Group { rows: KeptRows::for_sources(&self.right.sources), keys: Vec::new(), met: Vec::new() };
        Ok(Box::new(Merging { of: self, left, right, group, step: Step::Begin, seen: RowsSeen::default() }))
    }
}

impl<'r> Side<'r> {
    fn new(of: &'r Input, run: &mut Run<'_, 'r>) -> Result<Side<'r>, SqlError> {
        let rows = of.operator.open(run)?;
        let away = vec![Row::Nulls; of.sources.len()];
        Ok(Side { of, rows, has_row: false, keys: Vec::new(), has_null: false, is_met: false, away, is_away: false })
    }

    /// Moves to the next row. Must not be called after the end.
    fn advance(&mut self, descending: &[bool], run: &mut Run<'_, 'r>) -> Result<(), SqlError> {
        self.bring_back(run);
        self.is_met = false;
        self.has_row = self.rows.next(run)?;
        if !self.has_row {
            return Ok(());
        }
        let before = cfg!(debug_assertions).then(|| self.keys.clone()).filter(|keys| !keys.is_empty());
        self.keys.clear();
        self.has_null = false;
        for piece in &self.of.keys {
            let value = run.value(*piece)?;
            self.has_null |= value.is_null();
            self.keys.push(value);
        }
        let is_in_order = |before: Vec<Value>| compare_keys(&before, &self.keys, descending).is_le();
        debug_assert!(before.is_none_or(is_in_order), "rows of a merge join come in the order of their keys");
        Ok(())
    }

    /// Puts the current row aside, so that its places can hold another row.
    fn put_away(&mut self, run: &mut Run<'_, 'r>) {
        if !std::mem::replace(&mut self.is_away, true) {
            self.exchange(run);
        }
    }

    /// Restores the current row to its places, because the input continues from it.
    fn bring_back(&mut self, run: &mut Run<'_, 'r>) {
        if std::mem::replace(&mut self.is_away, false) {
            self.exchange(run);
        }
    }

    fn exchange(&mut self, run: &mut Run<'_, 'r>) {
        let places = self.of.sources.iter().zip(&mut self.away);
        places.for_each(|(source, row)| std::mem::swap(&mut run.frame.rows[*source], row));
    }

    /// Sets the side's places to NULL.
    fn hide(&mut self, run: &mut Run<'_, 'r>) {
        self.put_away(run);
        show_nulls(&self.of.sources, run);
    }
}

impl<'r> Merging<'r> {
    /// Returns the side whose row comes first, or `Equal`. Returns `None` if no further row can
    /// come out.
    fn order(&self) -> Option<Ordering> {
        let (left, right) = (&self.left, &self.right);
        match (left.has_row, right.has_row) {
            (true, true) if left.has_null => Some(Ordering::Less),
            (true, true) if right.has_null => Some(Ordering::Greater),
            (true, true) => Some(compare_keys(&left.keys, &right.keys, &self.of.descending)),
            (true, false) => (self.of.kind != JoinKind::Inner).then_some(Ordering::Less),
            (false, true) => (self.of.kind == JoinKind::Full).then_some(Ordering::Greater),
            (false, false) => None,
        }
    }

    /// Leaves the left row, which has no more partners. Returns whether it is returned without a
    /// partner.
    fn leave_left(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if self.of.kind != JoinKind::Inner && !self.left.is_met {
            self.right.hide(run);
            self.step = Step::LeftAlone;
            return Ok(true);
        }
        self.left.advance(&self.of.descending, run)?;
        self.step = Step::Compare;
        Ok(false)
    }

    /// Leaves the right row in the same way.
    fn leave_right(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if self.of.kind == JoinKind::Full && !self.right.is_met {
            self.left.hide(run);
            self.step = Step::RightAlone;
            return Ok(true);
        }
        self.right.advance(&self.of.descending, run)?;
        self.step = Step::Compare;
        Ok(false)
    }

    fn holds(&self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        self.of.on.map_or(Ok(true), |on| run.holds(on))
    }

    /// Keeps all right rows that have the current right row's keys.
    fn keep(&mut self, run: &mut Run<'_, 'r>) -> Result<(), SqlError> {
        self.group.rows.clear();
        self.group.keys.clone_from(&self.right.keys);
        loop {
            self.seen.one_more(run)?;
            self.group.rows.keep(run)?;
            self.right.advance(&self.of.descending, run)?;
            let is_more = self.right.has_row && self.has_keys_of_group(&self.right);
            if !is_more {
                break;
            }
        }
        self.group.met.clear();
        if self.of.kind == JoinKind::Full {
            self.group.met.resize(self.group.rows.count(), false);
        }
        self.right.put_away(run);
        Ok(())
    }

    fn has_keys_of_group(&self, side: &Side<'r>) -> bool {
        compare_keys(&side.keys, &self.group.keys, &self.of.descending).is_eq()
    }

    /// Pairs the left row with kept row `number`, or leaves the left row after the last. Returns
    /// whether a row comes out.
    fn meet_kept(&mut self, number: usize, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if number < self.group.rows.count() {
            self.group.rows.show(number, run)?;
            self.step = Step::Kept(number + 1);
            if !self.holds(run)? {
                return Ok(false);
            }
            self.left.is_met = true;
            if let Some(met) = self.group.met.get_mut(number) {
                *met = true;
            }
            return Ok(true);
        }
        if self.of.kind != JoinKind::Inner && !self.left.is_met {
            show_nulls(&self.of.right.sources, run);
            self.step = Step::AloneBesideKept;
            return Ok(true);
        }
        self.next_beside_kept(run)?;
        Ok(false)
    }

    /// Moves to the next left row, which may have the kept rows' keys too.
    fn next_beside_kept(&mut self, run: &mut Run<'_, 'r>) -> Result<(), SqlError> {
        self.left.advance(&self.of.descending, run)?;
        let is_of_group = self.left.has_row && self.has_keys_of_group(&self.left);
        self.step = if is_of_group { Step::Kept(0) } else { Step::KeptAlone(0) };
        Ok(())
    }

    /// Returns the next kept row without a partner. If there is none, drops the kept rows and
    /// returns false.
    fn give_kept(&mut self, first: usize, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        if let Some(number) = (first..self.group.met.len()).find(|number| !self.group.met[*number]) {
            self.left.hide(run);
            self.group.rows.show(number, run)?;
            self.step = Step::KeptAlone(number + 1);
            return Ok(true);
        }
        self.group.rows.clear();
        self.left.bring_back(run);
        self.right.bring_back(run);
        self.step = Step::Compare;
        Ok(false)
    }
}

impl<'r> Cursor<'r> for Merging<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let descending = &self.of.descending;
        let (is_left_unique, is_right_unique) = (self.of.left.is_unique, self.of.right.is_unique);
        loop {
            self.seen.one_more(run)?;
            let comes_out = match self.step {
                Step::Begin => {
                    self.left.advance(descending, run)?;
                    self.right.advance(descending, run)?;
                    self.step = Step::Compare;
                    false
                }
                Step::Compare => match self.order() {
                    None => return Ok(false),
                    Some(Ordering::Less) => self.leave_left(run)?,
                    Some(Ordering::Greater) => self.leave_right(run)?,
                    Some(Ordering::Equal) if is_left_unique || is_right_unique => {
                        self.step = Step::Pair;
                        let holds = self.holds(run)?;
                        self.left.is_met |= holds;
                        self.right.is_met |= holds;
                        holds
                    }
                    Some(Ordering::Equal) => {
                        self.keep(run)?;
                        self.step = Step::Kept(0);
                        false
                    }
                },
                // The side that may have more rows with these keys advances.
                Step::Pair if is_left_unique => self.leave_right(run)?,
                Step::Pair => self.leave_left(run)?,
                Step::LeftAlone => {
                    self.right.bring_back(run);
                    self.left.advance(descending, run)?;
                    self.step = Step::Compare;
                    false
                }
                Step::RightAlone => {
                    self.left.bring_back(run);
                    self.right.advance(descending, run)?;
                    self.step = Step::Compare;
                    false
                }
                Step::Kept(number) => self.meet_kept(number, run)?,
                Step::AloneBesideKept => {
                    self.next_beside_kept(run)?;
                    false
                }
                Step::KeptAlone(first) => self.give_kept(first, run)?,
            };
            if comes_out {
                return Ok(true);
            }
        }
    }
}
