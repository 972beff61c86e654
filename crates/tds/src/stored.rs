//! Rows of a result as they are stored, straight into a message: nearly every column without a value between.
//!
//! Numbers, dates, ASCII and UTF-16 have the same bytes in a row as on the wire, or nearly so; what has others, or none of its type, goes by its value. Where
//! the columns lie is worked out once a result. The bytes are those that [`write_row`](crate::write_row) writes of the row's values.

use crate::column::Column;
use crate::put::Put;
use crate::row::begin_row;
use crate::type_info::{Form, TypeInfo, page};
use crate::value::{NoMatch, Place, put_framed, put_moment, write_value};
use sluice_types::calendar::TICKS_END;
use sluice_types::row::{CellOrigin, CellPlace, WholeRow, decode_cell};
use sluice_types::{DataType, Value};

/// How the rows of a result are written.
#[derive(Debug)]
pub struct StoredForm {
    sources: Vec<(usize, WholeRow)>,
    cells: Vec<Cell>,
    /// The row that is being written: what turns out to be damaged has not been sent.
    row: Vec<u8>,
}

#[derive(Debug)]
struct Cell {
    info: TypeInfo,
    from: From,
}

#[derive(Debug)]
enum From {
    /// The values that are computed, by its place there.
    Computed(usize),
    /// A column of a source's rows, of that type there.
    Stored { source: usize, place: CellPlace, kind: Kind, data_type: DataType },
}

/// What a column's stored bytes are to those of the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The same.
    Same,
    /// The same, if they are a number.
    Finite,
    /// The same, if they are ASCII.
    Ascii,
    /// The same, if no surrogate is among them, which would want its other half.
    Wide,
    /// datetime2 of a scale.
    Moment(u8),
    /// Others.
    Other,
}

impl StoredForm {
    /// For a result with these columns; there is an origin for each.
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

    /// Writes a row. `bytes` has the current row of a source as it is stored, of which nothing is there where all its columns are NULL; none where it is not
    /// stored. `computed` has the values of the columns that are. False, and nothing is written, where a row is not stored as a whole or is damaged: its values are
    /// to be written then, or what is wrong with them told.
    ///
    /// # Errors
    /// A value is none of its column's type: a bug of the caller's. Nothing is written.
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
                    write_value(info, Place::Row, &Value::Null, row)?;
                }
                continue;
            }
            match &cell.from {
                From::Computed(at) => write_value(info, Place::Row, &computed[*at], row)?,
                From::Stored { source, place, kind, data_type } => {
                    let Ok(bytes) = place.bytes(bytes(*source)) else { return Ok(false) };
                    if !put_same(*kind, info, bytes, row)? {
                        // A cell that its row does not call NULL and whose bytes are a NULL is damaged.
                        match decode_cell(bytes, *data_type) {
                            Ok(value) if !value.is_null() => write_value(info, Place::Row, &value, row)?,
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

/// Writes a value by its stored bytes, if they are what they have to be for that.
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
        put_framed(info, Place::Row, bytes.len(), out, |out| out.put(bytes))?;
    }
    Ok(is_same)
}

/// How a column of this type goes out whose rows have it as a `stored`.
fn kind(info: &TypeInfo, stored: DataType) -> Kind {
    if info.data_type.stored() != stored || matches!(info.form, Form::Null | Form::Variant) {
        return Kind::Other;
    }
    match stored {
        DataType::TinyInt
        | DataType::SmallInt
        | DataType::Int
        | DataType::BigInt
        | DataType::SmallMoney
        | DataType::UniqueIdentifier
        | DataType::Binary(_)
        | DataType::VarBinary(_) => Kind::Same,
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

    /// A result's columns, the layout of the rows that all of them are in, a row's values, and which of them are taken to be computed.
    fn result() -> impl Strategy<Value = (Vec<Column>, RowLayout, Vec<Value>, Vec<bool>)> {
        proptest::collection::vec((typed_value(), proptest::bool::weighted(0.2)), 1..20).prop_map(|cells| {
            let (typed, computed): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            let (infos, values): (Vec<TypeInfo>, Vec<Value>) = typed.into_iter().unzip();
            let types: Vec<DataType> = infos.iter().map(|info| info.data_type).collect();
            (infos.into_iter().map(column).collect(), RowLayout::new(&types), values, computed)
        })
    }

    /// What is written of a row with these bytes; none if that can't be done so.
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
        fn both_ways_write_the_same((columns, layout, values, is_computed) in result()) {
            let (mut row, mut back, mut expected) = (Vec::new(), Vec::new(), Vec::new());
            layout.encode(&values, &mut row).expect("short enough");
            layout.read_all(&row, &mut back).expect("a row");
            let is_match = write_row(&columns, &back, &mut expected).map(|()| Some(expected));
            prop_assert_eq!(written(&columns, &layout, (&row, &back), &is_computed), is_match);
        }

        #[test]
        fn damage_is_left_to_the_values(
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
    fn a_row_that_is_not_there_is_null() {
        let info = |data_type| TypeInfo::of(data_type, true, WireCollation::DEFAULT);
        let (columns, layout) = ([column(info(DataType::Int))], RowLayout::new(&[DataType::Int]));
        assert_eq!(written(&columns, &layout, (&[], &[]), &[false]), Ok(Some(vec![crate::row::ROW, 0])));
        let mut form = StoredForm::new(&columns, &[CellOrigin::Stored(0, &layout, 0)]);
        assert_eq!(form.write(|_| None, &[], &mut Vec::new()), Ok(false), "it is not stored");
    }
}
