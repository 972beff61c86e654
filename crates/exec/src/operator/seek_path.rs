//! A seek as it is compiled: the code of the values by which it looks.

use super::Run;
use crate::code::{Builder, Piece};
use crate::key_range::KeyRange;
use crate::row_scan::RowScan;
use crate::table_index::TableIndex;
use crate::table_rows::TableRows;
use sluice_access::Reader;
use sluice_catalog::Table;
use sluice_plan::{Seek, SeekBound};
use sluice_txn::StorageError;
use sluice_types::{SqlError, Value, encode_key_value};

/// A part of an index, by the values of the first columns of its key.
pub struct SeekPath {
    /// The index's id within its table.
    pub index: u16,
    equal: Vec<Piece>,
    /// The least and the greatest value of the next column; whether they are part of it.
    from: Option<(Piece, bool)>,
    to: Option<(Piece, bool)>,
    is_point: bool,
}

impl SeekPath {
    /// Compiles a seek.
    pub fn new(builder: &mut Builder, table: &Table, seek: &Seek) -> SeekPath {
        let equal = seek.equal.iter().map(|value| builder.piece(value)).collect();
        let mut bound = |bound: &SeekBound| (builder.piece(&bound.value), bound.is_inclusive);
        let (from, to) = (seek.from.as_ref().map(&mut bound), seek.to.as_ref().map(&mut bound));
        let index = table.indexes.iter().find(|index| index.id == seek.index);
        let is_point = index.is_some_and(|index| index.unique && index.keys.len() == seek.equal.len());
        SeekPath { index: seek.index, equal, from, to, is_point }
    }

    /// Whether it is about one key of a unique index.
    #[inline]
    pub fn is_point(&self) -> bool {
        self.is_point
    }

    /// Appends the key that a seek about one key is about; false if a value is NULL, which no key equals.
    pub fn append_key(&self, index: &TableIndex, run: &mut Run<'_, '_>, key: &mut Vec<u8>) -> Result<bool, SqlError> {
        for (piece, (_, column)) in self.equal.iter().zip(&index.keys) {
            run.evaluate(*piece)?;
            let value = run.register(piece.result);
            if value.is_null() {
                return Ok(false);
            }
            encode_key_value(value, column, key);
        }
        Ok(true)
    }

    /// Evaluates the values and begins to read. The outer error is theirs, the inner one the storage's.
    pub fn open<'r>(
        &self,
        rows: &'r TableRows,
        reader: Reader<'r>,
        is_backward: bool,
        run: &mut Run<'_, '_>,
    ) -> Result<Result<RowScan<'r>, StorageError>, SqlError> {
        let index = rows.index(self.index).expect("a plan is made anew when its table's indexes change");
        let mut value = |piece: &Piece| run.value(*piece);
        let equal = self.equal.iter().map(&mut value).collect::<Result<Vec<Value>, _>>()?;
        let mut bound = |bound: &Option<(Piece, bool)>| match bound {
            Some((piece, is_inclusive)) => value(piece).map(|value| Some((value, *is_inclusive))),
            None => Ok(None),
        };
        let (from, to) = (bound(&self.from)?, bound(&self.to)?);
        let range = KeyRange::new(
            index,
            &equal,
            from.as_ref().map(|(value, is_inclusive)| (value, *is_inclusive)),
            to.as_ref().map(|(value, is_inclusive)| (value, *is_inclusive)),
        );
        Ok(rows.seek(reader, index, &range, is_backward))
    }
}
