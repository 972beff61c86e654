//! Nested-loop and hash joins.
//!
//! The left input is read once. For each left row, [`Method::Loop`] runs the right input again, as
//! APPLY needs it. [`Method::Hash`] reads the right rows once and finds partners by key. A pair
//! isn't copied: the left row stays in its source's place while its partners pass through theirs.
//!
//! If there is no memory for the right rows, the rows of both sides are partitioned by key into
//! tempdb. The partitions are then joined one by one (`join_parts`).

use super::join_parts::{LEVEL_MAX, Parts, put_current};
use super::join_table::{KeptRight, NONE, Table};
use super::kept_rows::show_nulls;
use super::partitions::Partitions;
use super::{Cursor, Operator, RowsSeen, Run};
use crate::code::Piece;
use sluice_base::sync::Arc;
use sluice_plan::JoinKind;
use sluice_types::{KeyColumn, SqlError, Value, encode_key};

/// The nested-loop or hash join. An outer join returns a row without partner once, with NULLs for
/// the other side; a semi-join returns only left rows.
pub(super) struct Join {
    pub(super) kind: JoinKind,
    /// Left input, and the sources of its rows.
    pub(super) left: (Box<dyn Operator>, Vec<usize>),
    /// Right input, and the sources of its rows.
    pub(super) right: (Box<dyn Operator>, Vec<usize>),
    pub(super) on: Option<Piece>,
    pub(super) method: Method,
    /// Set for a hash join whose right rows stay the same while the statement runs.
    pub(super) keep: Option<Keep>,
}

/// How a join keeps its right rows from run to run.
pub(super) struct Keep {
    /// Number of the join within the statement.
    pub(super) number: usize,
    /// Condition that the keys are equal, for runs before the rows are kept.
    pub(super) equal: Piece,
}

/// How a join finds partners.
pub(super) enum Method {
    /// Runs the right input again for each left row.
    Loop,
    /// Looks up right rows by the values of these expressions.
    Hash {
        /// Key expressions of a left row.
        left: Vec<Piece>,
        /// Key expressions of a right row.
        right: Vec<Piece>,
        /// Types of the keys.
        keys: Vec<KeyColumn>,
    },
}

/// Origin of the left rows.
enum Left<'r> {
    Input(Box<dyn Cursor<'r> + 'r>),
    Parts(Box<Parts>),
}

enum Right<'r> {
    Loop(Option<Box<dyn Cursor<'r> + 'r>>),
    /// The hash table, and the number of the next possible partner.
    Hash(Arc<Table>, u32),
}

struct Joining<'r> {
    of: &'r Join,
    left: Left<'r>,
    right: Right<'r>,
    /// Whether the left input has moved to its next row already.
    is_ahead: bool,
    /// Whether there is a current left row, and whether it has had a partner.
    has_left: bool,
    is_met: bool,
    /// Whether the left row of NOT IN has no key, and there are right rows.
    is_unknown: bool,
    /// Right rows that have had a partner, in a full join.
    met: Vec<bool>,
    /// Next right row that may have no partner, after the left input has ended.
    alone: Option<usize>,
    values: Vec<Value>,
    key: Vec<u8>,
    seen: RowsSeen,
}

impl Operator for Join {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        if matches!(self.method, Method::Hash { .. }) {
            run.take_grant()?;
        }
        // A semi-join without left rows reads no right row, as the EXISTS that it replaces. The
        // right rows can raise errors.
        let mut ahead = None;
        if !self.kind.returns_right() {
            let mut left = self.left.0.open(run)?;
            if !left.next(run)? {
                return Ok(Box::new(NoRows));
            }
            ahead = Some(left);
        }
        let mut parts = None;
        let right = match &self.method {
            Method::Loop => Right::Loop(None),
            Method::Hash { right, keys, .. } => match &self.keep {
                None => match self.read_right((right, keys), true, run)? {
                    Read::Unknown => return Ok(Box::new(NoRows)),
                    Read::Whole(table) => Right::Hash(Arc::new(*table), NONE),
                    Read::Parts(right) => {
                        parts = Some(right);
                        Right::Hash(Arc::new(Table::for_sources(&self.right.1)), NONE)
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
        let mut is_ahead = ahead.is_some();
        let mut left = match ahead {
            Some(left) => left,
            None => self.left.0.open(run)?,
        };
        let (mut values, mut key) = (Vec::new(), Vec::new());
        let left = match (parts, &self.method) {
            (Some(right), Method::Hash { left: pieces, keys, .. }) => {
                let mut rows = Partitions::new(right.level());
                while std::mem::take(&mut is_ahead) || left.next(run)? {
                    let has_key = key_of(pieces, keys, run, &mut values, &mut key)?;
                    if has_key || self.kind.returns_alone() && self.kind != JoinKind::NotIn {
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
            is_ahead,
            has_left: false,
            is_met: false,
            is_unknown: false,
            met,
            alone: None,
            values,
            key,
            seen: RowsSeen::default(),
        }))
    }
}

impl Join {
    /// Returns the kept right rows. If no rows are kept, returns a loop over the right input.
    fn kept_right<'r>(
        &'r self,
        keep: &Keep,
        (pieces, keys): (&[Piece], &[KeyColumn]),
        run: &mut Run<'_, 'r>,
    ) -> Result<Right<'r>, SqlError> {
        match run.notes.kept(keep.number) {
            KeptRight::Rows(table) => return Ok(Right::Hash(Arc::clone(table), NONE)),
            KeptRight::TooMuch => return Ok(Right::Loop(None)),
            nothing @ KeptRight::Nothing => {
                *nothing = KeptRight::Once;
                return Ok(Right::Loop(None));
            }
            KeptRight::Once => {}
        }
        let (kept, right) = match self.read_right((pieces, keys), false, run)? {
            Read::Whole(table) => {
                let table = Arc::new(*table);
                (KeptRight::Rows(Arc::clone(&table)), Right::Hash(table, NONE))
            }
            Read::Parts(_) | Read::TooMuch | Read::Unknown => (KeptRight::TooMuch, Right::Loop(None)),
        };
        *run.notes.kept(keep.number) = kept;
        Ok(right)
    }

    /// Reads the right rows. If memory is short, writes them to tempdb if `may_part`, else gives
    /// up.
    fn read_right<'r>(
        &'r self,
        (pieces, keys): (&[Piece], &[KeyColumn]),
        may_part: bool,
        run: &mut Run<'_, 'r>,
    ) -> Result<Read, SqlError> {
        let (mut table, mut parts) = (Table::for_sources(&self.right.1), None);
        let mut input = self.right.0.open(run)?;
        let (mut values, mut key) = (Vec::new(), Vec::new());
        while input.next(run)? {
            let has_key = key_of(pieces, keys, run, &mut values, &mut key)?;
            if !has_key && self.kind == JoinKind::NotIn {
                return Ok(Read::Unknown);
            }
            // Such a row has no partner; only a full join returns it.
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
                // Without keys all rows belong to one partition.
                let mut rows = Partitions::new(if keys.is_empty() { LEVEL_MAX } else { 0 });
                std::mem::replace(&mut table, Table::for_sources(&self.right.1)).put_into(&mut rows, run)?;
                parts = Some(rows);
            }
            if let Some(parts) = &mut parts {
                put_current((&self.right.1, key), parts, run)?;
            }
        }
        Ok(parts.map_or_else(|| Read::Whole(Box::new(table)), Read::Parts))
    }
}

enum Read {
    /// All rows are in memory.
    Whole(Box<Table>),
    /// The rows are in tempdb.
    Parts(Partitions),
    /// The rows didn't fit and aren't kept.
    TooMuch,
    /// A right row of NOT IN has no key, so no left row is known to differ from it.
    Unknown,
}

/// The rows of a semi-join without left rows, or of NOT IN beside a NULL.
struct NoRows;

impl<'r> Cursor<'r> for NoRows {
    fn next(&mut self, _: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        Ok(false)
    }
}

impl<'r> Joining<'r> {
    /// Moves to the next left row and the first of its possible partners.
    fn next_left(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        match &mut self.left {
            Left::Input(left) => {
                if !std::mem::take(&mut self.is_ahead) && !left.next(run)? {
                    return Ok(false);
                }
                match (&mut self.right, &self.of.method) {
                    (Right::Hash(table, next), Method::Hash { left, keys, .. }) => {
                        let has_key = key_of(left, keys, run, &mut self.values, &mut self.key)?;
                        *next = table.first(has_key.then_some(&self.key[..]));
                        self.is_unknown = self.of.kind == JoinKind::NotIn && !has_key && table.count() > 0;
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

    /// Whether the left row is returned without a partner, after its partners have passed.
    fn is_alone(&mut self) -> bool {
        match &mut self.left {
            _ if !self.of.kind.returns_alone() || self.is_unknown => false,
            Left::Input(_) => !self.is_met,
            Left::Parts(parts) => parts.is_alone(self.is_met),
        }
    }

    /// Whether the left row, which has met a partner, had none in an earlier block of right rows.
    fn is_first_block(&mut self) -> bool {
        match &mut self.left {
            Left::Input(_) => true,
            Left::Parts(parts) => parts.is_first_partner(),
        }
    }

    /// Moves to the next block of right rows after the left rows have passed. Returns false at the
    /// end.
    fn next_part(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let Left::Parts(parts) = &mut self.left else { return Ok(false) };
        // Releases the previous block first.
        self.right = Right::Hash(Arc::new(Table::for_sources(&self.of.right.1)), NONE);
        let Some(table) = parts.next_table(&self.of.right.1, run)? else { return Ok(false) };
        self.met.clear();
        if self.of.kind == JoinKind::Full {
            self.met.resize(table.count(), false);
        }
        self.right = Right::Hash(Arc::new(table), NONE);
        self.alone = None;
        Ok(true)
    }

    /// Moves to the next possible partner and returns its number.
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
                // A key alone decides about a left row.
                if self.of.on.is_some() || self.of.kind.returns_right() {
                    table.show(number, run)?;
                }
                Ok(Some(number))
            }
        }
    }

    /// Whether the current rows satisfy the join condition.
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

    /// Moves to the next right row without a partner.
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
                // The right rows in memory that have had no partner come next.
                self.alone = Some(0);
                continue;
            }
            while let Some(number) = self.next_right(run)? {
                self.seen.one_more(run)?;
                if !self.holds(run)? {
                    continue;
                }
                self.is_met = true;
                if let Some(met) = self.met.get_mut(number) {
                    *met = true;
                }
                if self.of.kind.returns_right() {
                    return Ok(true);
                }
                // One partner decides.
                break;
            }
            self.has_left = false;
            if self.of.kind == JoinKind::Semi {
                if self.is_met && self.is_first_block() {
                    return Ok(true);
                }
                continue;
            }
            if self.is_alone() {
                if self.of.kind.returns_right() {
                    show_nulls(&self.of.right.1, run);
                }
                return Ok(true);
            }
        }
    }
}

/// Encodes the key of the current row. Returns false if a value is NULL, which has no partner.
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
