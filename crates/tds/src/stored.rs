//! Writes stored rows straight into a message, mostly without decoding a value.
//!
//! Numbers, dates, ASCII and UTF-16 have the same or nearly the same bytes in a row as on the wire.
//! Other cells are decoded to a value first. The position of each column is computed once per
//! result. The bytes equal those that [`write_row`](crate::write_row) writes for the row's values.

use crate::column::Column;
use crate::put::Put;
use crate::row::begin_row;
use crate::type_info::{Form, TypeInfo, page};
use crate::value::{NoMatch, ValuePosition, put_framed, put_moment, write_value};
use sluice_types::calendar::TICKS_END;
use sluice_types::row::{CellOrigin, CellPlace, WholeRow, decode_cell};
use sluice_types::{DataType, Value};

/// The mapping from stored rows to a result's rows.
#[derive(Debug)]
pub struct StoredForm {
    sources: Vec<(usize, WholeRow)>,
    cells: Vec<Cell>,
    /// A buffer for the row being written, so that a damaged row is never sent in part.
    row: Vec<u8>,
}

#[derive(Debug)]
struct Cell {
    info: TypeInfo,
    from: From,
}

#[derive(Debug)]
enum From {
    /// A computed value, by its index.
    Computed(usize),
    /// A column of a source's rows, and its type there.
    Stored { source: usize, place: CellPlace, kind: Kind, data_type: DataType },
}

/// How a column's stored bytes relate to its wire bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Equal.
    Same,
    /// Equal if they encode a finite number.
    Finite,
    /// Equal if they are ASCII.
    Ascii,
    /// Equal if they contain no surrogate, which could be a lone half.
    Wide,
    /// datetime2 with a scale.
    Moment(u8),
    /// Different: the value is decoded.
    Other,
}

impl StoredForm {
    /// Returns the mapping for a result with these columns. `origins` has an origin for each
    /// column. Computed columns are numbered in order. The layouts are those of the whole rows of
    /// their sources.
    pub fn new(columns: &[Column], origins: &[CellOrigin<'_>]) -> StoredForm {
        debug_assert_eq!(columns.len(), origins.len(), "an origin for each column");
        let mut form = StoredForm { sources: Vec::new(), cells: Vec::with_capacity(columns.len()), row: Vec::new() };
        let mut computed = 0..;
        for (Column { info, .. }, origin) in columns.iter().zip(origins) {
            let from = match *origin {
                CellOrigin::Computed => From::Computed(computed.next().unwrap_or_default()),
                CellOrigin::Stored(source, layout, column) => {
                    if form.sources.iter().all(|(known, _)| *known != source) {
                        form.sources.push((source, layout.whole()));
                    }
                    let data_type = layout.data_type(column);
                    let (place, kind) = (layout.cell_place(column), kind(info, data_type));
                    From::Stored { source, place, kind, data_type }
                }
            };
            form.cells.push(Cell { info: *info, from });
        }
        form
    }

    /// Writes a row. `bytes` returns the current stored row of a source: an empty slice if all its
    /// columns are NULL, `None` if the row isn't stored. `computed` has the values of the computed
    /// columns. The row is built apart and then written at once.
    ///
    /// Returns false and writes nothing if a row isn't stored as a whole or is damaged. The caller
    /// then writes the row's values or reports the damage.
    ///
    /// # Errors
    /// A value doesn't match its column's type, which is a bug of the caller. Nothing is written.
    pub fn write<'r>(
        &mut self,
        bytes: impl Fn(usize) -> Option<&'r [u8]>,
        computed: &[Value],
        out: &mut impl Put,
    ) -> Result<bool, NoMatch> {
        let is_whole = |row: &[u8], whole: &WholeRow| row.is_empty() || whole.is(row);
        if !self.sources.iter().all(|(source, whole)| bytes(*source).is_some_and(|row| is_whole(row, whole))) {
            return Ok(false);
        }
        let bytes = |source: usize| bytes(source).unwrap_or_default();
        let is_null = |cell: &Cell| match &cell.from {
            From::Computed(at) => computed[*at].is_null(),
            From::Stored { source, place, .. } => {
                let row = bytes(*source);
                row.is_empty() || place.is_null(row)
            }
        };
        let StoredForm { cells, row, .. } = self;
        row.clear();
        let is_short = begin_row(cells, is_null, row);
        for cell in &*cells {
            let info = &cell.info;
            if is_null(cell) {
                if !is_short {
                    write_value(info, ValuePosition::Row, &Value::Null, row)?;
                }
                continue;
            }
            match &cell.from {
                From::Computed(at) => write_value(info, ValuePosition::Row, &computed[*at], row)?,
                From::Stored { source, place, kind, data_type } => {
                    let Ok(bytes) = place.bytes(bytes(*source)) else { return Ok(false) };
                    if !put_same(*kind, info, bytes, row)? {
                        // A cell that isn't marked NULL but decodes to NULL is damaged.
                        match decode_cell(bytes, *data_type) {
                            Ok(value) if !value.is_null() => write_value(info, ValuePosition::Row, &value, row)?,
                            _ => return Ok(false),
                        }
                    }
                }
            }
        }
        out.put(row);
        Ok(true)
    }
}

/// Writes a value from its stored bytes if they qualify for `kind`.
#[inline]
fn put_same(kind: Kind, info: &TypeInfo, bytes: &[u8], out: &mut Vec<u8>) -> Result<bool, NoMatch> {
    let is_same = match kind {
        Kind::Same => true,
        Kind::Finite => match *bytes {
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).is_finite(),
            _ => bytes.first_chunk().is_some_and(|bytes| f64::from_le_bytes(*bytes).is_finite()),
        },
        Kind::Ascii => bytes.is_ascii(),
        Kind::Wide => {
            let (units, rest) = bytes.as_chunks::<2>();
            rest.is_empty() && !units.iter().fold(false, |any, unit| any | (unit[1] & 0xF8 == 0xD8))
        }
        Kind::Moment(scale) => {
            let ticks = bytes.first_chunk().map_or(-1, |bytes| i64::from_le_bytes(*bytes));
            if !(0..TICKS_END).contains(&ticks) {
                return Ok(false);
            }
            out.u8(info.length_max as u8);
            put_moment(ticks, scale, out);
            return Ok(true);
        }
        Kind::Other => false,
    };
    if is_same {
        put_framed(info, ValuePosition::Row, bytes.len(), out, |out| out.put(bytes))?;
    }
    Ok(is_same)
}

/// Returns how a column of this type is written if rows store it as `stored`.
fn kind(info: &TypeInfo, stored: DataType) -> Kind {
    if info.data_type.stored() != stored || matches!(info.form, Form::Null | Form::Variant) {
        return Kind::Other;
    }
    match stored {
        _ if stored.spec().is_same_on_wire => Kind::Same,
        DataType::Real | DataType::Float => Kind::Finite,
        DataType::Char(..) | DataType::VarChar(..) if page(info.collation).is_ok() => Kind::Ascii,
        DataType::NChar(_) | DataType::NVarChar(_)
            if info.data_type == DataType::Xml || page(info.collation).is_ok() =>
        {
            Kind::Wide
        }
        DataType::DateTime2(scale) => Kind::Moment(scale),
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbitrary::typed_value;
    use crate::collation::WireCollation;
    use crate::column::ColumnFlags;
    use crate::write_row;
    use proptest::prelude::*;
    use sluice_types::RowLayout;

    fn column(info: TypeInfo) -> Column {
        Column { name: String::new(), user_type: 0, flags: ColumnFlags::default(), info, table: Vec::new() }
    }

    /// A result's columns, the layout of all its rows, a row's values, and which columns count as
    /// computed.
    fn result() -> impl Strategy<Value = (Vec<Column>, RowLayout, Vec<Value>, Vec<bool>)> {
        proptest::collection::vec((typed_value(), proptest::bool::weighted(0.2)), 1..20).prop_map(|cells| {
            let (typed, computed): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            let (infos, values): (Vec<TypeInfo>, Vec<Value>) = typed.into_iter().unzip();
            let types: Vec<DataType> = infos.iter().map(|info| info.data_type).collect();
            (infos.into_iter().map(column).collect(), RowLayout::new(&types), values, computed)
        })
    }

    /// Returns the bytes written for a stored row, or `None` if the row must go by its values.
    fn written(
        columns: &[Column],
        layout: &RowLayout,
        (row, values): (&[u8], &[Value]),
        is_computed: &[bool],
    ) -> Result<Option<Vec<u8>>, NoMatch> {
        let origin = |(column, is_computed): (usize, &bool)| {
            if *is_computed { CellOrigin::Computed } else { CellOrigin::Stored(7, layout, column) }
        };
        let origins: Vec<CellOrigin<'_>> = is_computed.iter().enumerate().map(origin).collect();
        let computed = values.iter().zip(is_computed).filter(|(_, is_computed)| **is_computed);
        let computed: Vec<Value> = computed.map(|(value, _)| value.clone()).collect();
        let (mut form, mut out) = (StoredForm::new(columns, &origins), vec![0xAB]);
        let is_written = form.write(|source| (source == 7).then_some(row), &computed, &mut out)?;
        assert_eq!(out.remove(0), 0xAB);
        assert!(is_written || out.is_empty(), "half a row");
        Ok(is_written.then_some(out))
    }

    proptest! {
        #[test]
        fn stored_and_decoded_rows_write_equal_bytes((columns, layout, values, is_computed) in result()) {
            let (mut row, mut back, mut expected) = (Vec::new(), Vec::new(), Vec::new());
            layout.encode(&values, &mut row).expect("short enough");
            layout.read_all(&row, &mut back).expect("a row");
            let is_match = write_row(&columns, &back, &mut expected).map(|()| Some(expected));
            prop_assert_eq!(written(&columns, &layout, (&row, &back), &is_computed), is_match);
        }

        #[test]
        fn damaged_row_is_not_written(
            (columns, layout, values, is_computed) in result(), at in any::<usize>(), flip in 1..=u8::MAX, cut in any::<usize>(),
        ) {
            let (mut row, mut back, mut expected) = (Vec::new(), Vec::new(), Vec::new());
            layout.encode(&values, &mut row).expect("short enough");
            let length = row.len();
            row[at % length] ^= flip;
            row.truncate(1 + cut % (2 * length));
            if let Ok(Some(found)) = written(&columns, &layout, (&row, &values), &is_computed) {
                if layout.read_all(&row, &mut back).is_ok() {
                    let chosen = back.iter().zip(&values).zip(&is_computed);
                    let chosen: Vec<Value> = chosen.map(|((read, value), is)| if *is { value } else { read }.clone()).collect();
                    write_row(&columns, &chosen, &mut expected).expect("a match, as before");
                    prop_assert_eq!(found, expected);
                } else {
                    prop_assert!(is_computed.contains(&true), "what can't be read was written");
                }
            }
        }
    }

    #[test]
    fn absent_row_is_all_nulls() {
        let info = |data_type| TypeInfo::new(data_type, true, WireCollation::DEFAULT);
        let (columns, layout) = ([column(info(DataType::Int))], RowLayout::new(&[DataType::Int]));
        assert_eq!(written(&columns, &layout, (&[], &[]), &[false]), Ok(Some(vec![crate::row::ROW, 0])));
        let mut form = StoredForm::new(&columns, &[CellOrigin::Stored(0, &layout, 0)]);
        assert_eq!(form.write(|_| None, &[], &mut Vec::new()), Ok(false), "it is not stored");
    }
}
