//! A compiled seek.

use super::Run;
use crate::code::context::{SoughtColumn, SoughtValue};
use crate::code::{Builder, Piece};
use sluice_access::Reader;
use sluice_catalog::Table;
use sluice_plan::{Seek, SeekBound, SeekPattern, SeekRange, ViewSeek};
use sluice_table::key_range::KeyRange;
use sluice_table::row_scan::{RowScan, Take};
use sluice_table::table_index::TableIndex;
use sluice_table::table_rows::TableRows;
use sluice_txn::StorageError;
use sluice_types::{SqlError, Value, encode_key_value, pattern};

/// The part of an index given by values of its first key columns.
pub struct SeekPath {
    /// Id of the index within its table.
    pub index: u16,
    /// Whether the index covers the query, so that no rows are looked up.
    pub covers: bool,
    ranges: Vec<RangePath>,
    is_point: bool,
}

struct RangePath {
    equal: Vec<Piece>,
    /// Lower and upper bound of the next column, each with whether it is inclusive.
    from: Option<(Piece, bool)>,
    to: Option<(Piece, bool)>,
    /// LIKE pattern of the next column, and its escape character.
    like: Option<(Piece, Option<Piece>)>,
}

impl RangePath {
    fn new(builder: &mut Builder, range: &SeekRange) -> RangePath {
        let equal = range.equal.iter().map(|value| builder.piece(value)).collect();
        let mut bound = |bound: &SeekBound| (builder.piece(&bound.value), bound.is_inclusive);
        let (from, to) = (range.from.as_ref().map(&mut bound), range.to.as_ref().map(&mut bound));
        let escape =
            |like: &SeekPattern, builder: &mut Builder| like.escape.as_ref().map(|escape| builder.piece(escape));
        let like = range.like.as_ref().map(|like| (builder.piece(&like.pattern), escape(like, builder)));
        RangePath { equal, from, to, like }
    }

    fn keys(&self, index: &TableIndex, run: &mut Run<'_, '_>) -> Result<KeyRange, SqlError> {
        let mut value = |piece: &Piece| run.value(*piece);
        let equal = self.equal.iter().map(&mut value).collect::<Result<Vec<Value>, _>>()?;
        if let Some((pattern, escape)) = &self.like {
            let pattern = value(pattern)?;
            let escape = escape.as_ref().map(&mut value).transpose()?;
            let is_unknown = pattern.is_null() || escape.as_ref().is_some_and(Value::is_null);
            let Some(pattern) = pattern.as_str().filter(|_| !is_unknown) else { return Ok(KeyRange::Nothing) };
            let beginning = match escape_unit(escape.as_ref()) {
                Ok(escape) => pattern::beginning(pattern, escape),
                Err(InvalidEscape) => String::new(),
            };
            return Ok(KeyRange::beginning(index, &equal, &beginning));
        }
        let mut bound = |bound: &Option<(Piece, bool)>| match bound {
            Some((piece, is_inclusive)) => value(piece).map(|value| Some((value, *is_inclusive))),
            None => Ok(None),
        };
        let (from, to) = (bound(&self.from)?, bound(&self.to)?);
        Ok(KeyRange::new(
            index,
            &equal,
            from.as_ref().map(|(value, is_inclusive)| (value, *is_inclusive)),
            to.as_ref().map(|(value, is_inclusive)| (value, *is_inclusive)),
        ))
    }
}

/// An escape character that isn't one UTF-16 unit. It is reported when the rows are filtered.
struct InvalidEscape;

/// Returns the unit of an escape character that isn't NULL.
fn escape_unit(escape: Option<&Value>) -> Result<Option<u16>, InvalidEscape> {
    let Some(escape) = escape else { return Ok(None) };
    let mut units = escape.as_str().unwrap_or_default().encode_utf16();
    match (units.next(), units.next()) {
        (Some(unit), None) => Ok(Some(unit)),
        _ => Err(InvalidEscape),
    }
}

/// The compiled values by which a system view finds rows.
pub(super) struct ViewSeekPath {
    column: usize,
    ranges: Vec<RangePath>,
}

impl ViewSeekPath {
    /// Compiles the comparisons of one column of a view.
    pub(super) fn new(builder: &mut Builder, seek: &ViewSeek) -> ViewSeekPath {
        let ranges = seek.ranges.iter().map(|range| RangePath::new(builder, range)).collect();
        ViewSeekPath { column: seek.column, ranges }
    }

    /// Returns the values the column must have, one of which suffices. A comparison with NULL gives
    /// none. Returns `None` if an ESCAPE is invalid, so that the view is read whole.
    pub(super) fn values(&self, run: &mut Run<'_, '_>) -> Result<Option<SoughtColumn>, SqlError> {
        let mut values = Vec::with_capacity(self.ranges.len());
        for range in &self.ranges {
            if let Some((pattern, escape)) = &range.like {
                let pattern = run.value(*pattern)?;
                let escape = escape.map(|escape| run.value(escape)).transpose()?;
                if escape.as_ref().is_some_and(Value::is_null) {
                    continue;
                }
                let Ok(escape) = escape_unit(escape.as_ref()) else { return Ok(None) };
                let pattern = pattern.as_str().map(|pattern| SoughtValue::Like { pattern: pattern.to_owned(), escape });
                values.extend(pattern);
                continue;
            }
            for piece in &range.equal {
                let value = run.value(*piece)?;
                values.extend((!value.is_null()).then_some(SoughtValue::Equal(value)));
            }
        }
        Ok(Some(SoughtColumn { column: self.column, values }))
    }
}

impl SeekPath {
    /// Compiles a seek. It is a point if one full key of a unique index is given by equality, so
    /// that at most one row is found.
    pub fn new(builder: &mut Builder, table: &Table, seek: &Seek) -> SeekPath {
        let ranges: Vec<_> = seek.ranges.iter().map(|range| RangePath::new(builder, range)).collect();
        let index = table.indexes.iter().find(|index| index.id == seek.index);
        let is_unique = |of: &RangePath| index.is_some_and(|index| index.unique && index.keys.len() == of.equal.len());
        let is_point = matches!(ranges.as_slice(), [only] if is_unique(only));
        SeekPath { index: seek.index, covers: seek.covers, ranges, is_point }
    }

    /// Whether the seek finds one key of a unique index: it has one range, and every key column has
    /// a value.
    #[inline]
    pub fn is_point(&self) -> bool {
        self.is_point
    }

    /// Appends the key of a point seek. Returns false if a value is NULL, which equals no key.
    pub fn append_key(&self, index: &TableIndex, run: &mut Run<'_, '_>, key: &mut Vec<u8>) -> Result<bool, SqlError> {
        for (piece, (_, column)) in self.ranges[0].equal.iter().zip(&index.keys) {
            run.evaluate(*piece)?;
            let value = run.register(piece.result);
            if value.is_null() {
                return Ok(false);
            }
            encode_key_value(value, column, key);
        }
        Ok(true)
    }

    /// Evaluates the values and starts reading. The outer error comes from the values, the inner
    /// error from the storage. Several ranges are merged, so that no row comes twice. Covering
    /// seeks return entries instead of rows. Panics if the index is gone, which a new plan
    /// prevents.
    pub fn open<'r>(
        &self,
        rows: &'r TableRows,
        reader: Reader<'r>,
        is_backward: bool,
        run: &mut Run<'_, '_>,
    ) -> Result<Result<RowScan<'r>, StorageError>, SqlError> {
        let index = rows.index(self.index).expect("a plan is made anew when its table's indexes change");
        let take = if self.covers { Take::Entries } else { Take::Rows };
        if let [only] = self.ranges.as_slice() {
            let range = only.keys(index, run)?;
            return Ok(rows.seek(reader, (index, take), &range, is_backward));
        }
        let ranges = self.ranges.iter().map(|range| range.keys(index, run)).collect::<Result<Vec<_>, _>>()?;
        Ok(rows.seek(reader, (index, take), &KeyRange::any_of(ranges), is_backward))
    }
}
