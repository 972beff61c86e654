//! Encodes and decodes the row of a sequence in syssequences: its definition and its root. The
//! current value isn't here but on the root (`access::sequence`).

use sluice_base::ids::{FileId, ObjectId, PageId};
use sluice_catalog::progression::{number_of, value_of};
use sluice_catalog::{Cache, Progression, Sequence};
use sluice_types::type_number::{numbers_of, type_of};
use sluice_types::{DataType, RowLayout, Value};

/// Returns the row of a sequence. A default cache size is NULL, and NO CACHE is a number of its
/// own.
pub(super) fn encode(sequence: &Sequence) -> Vec<u8> {
    let Progression { data_type, start, increment, minimum, maximum, cycles, cache } = sequence.progression;
    let (kind, _, precision, _) = numbers_of(data_type);
    let number = |number| value_of(NUMBER, number).unwrap_or(Value::Null);
    let size = match cache {
        Cache::None => Value::BigInt(NO_CACHE),
        Cache::Default => Value::Null,
        Cache::Size(size) => Value::BigInt(i64::try_from(size).unwrap_or(i64::MAX)),
    };
    let values = [
        Value::text(sequence.schema.as_str()),
        Value::text(sequence.name.as_str()),
        Value::SmallInt(sequence.root.file.0 as i16),
        Value::BigInt(sequence.root.page.into()),
        Value::TinyInt(kind),
        Value::TinyInt(precision),
        number(start),
        number(increment),
        number(minimum),
        number(maximum),
        Value::Bit(cycles),
        size,
    ];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("two names of 128 characters and ten numbers are within a row");
    row
}

/// Decodes the row of a sequence. Returns `None` if the bytes are damaged, for an increment of 0,
/// and for an unknown type.
pub(super) fn decode(id: ObjectId, row: &[u8]) -> Option<Sequence> {
    let layout = layout();
    let read = |column| layout.read(row, column).ok();
    let small = |column| u8::try_from(read(column)?.as_i64()?).ok();
    let number = |column| number_of(&read(column)?);
    let file = FileId(u16::try_from(read(2)?.as_i64()?).ok()?);
    let page = u32::try_from(read(3)?.as_i64()?).ok()?;
    let cache = match read(11)?.as_i64() {
        None => Cache::Default,
        Some(NO_CACHE) => Cache::None,
        Some(size) => Cache::Size(u64::try_from(size).ok()?),
    };
    let progression = Progression {
        data_type: type_of(small(4)?, 0, small(5)?, 0)?,
        start: number(6)?,
        increment: number(7).filter(|increment| *increment != 0)?,
        minimum: number(8)?,
        maximum: number(9)?,
        cycles: read(10)?.as_i64()? != 0,
        cache,
    };
    let text = |column| Some(read(column)?.as_str()?.to_owned());
    Some(Sequence { id, schema: text(0)?, name: text(1)?, progression, root: PageId { file, page } })
}

/// Returns the layout of a row that describes a sequence.
pub(super) fn layout() -> RowLayout {
    RowLayout::new(&[
        DataType::SYSNAME,
        DataType::SYSNAME,
        DataType::SmallInt,
        DataType::BigInt,
        DataType::TinyInt,
        DataType::TinyInt,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
        DataType::Bit,
        DataType::BigInt,
    ])
}

/// Type of all numbers in a sequence's definition.
const NUMBER: DataType = DataType::decimal(38, 0);
/// Cache size that means NO CACHE. NULL means CACHE without a size.
const NO_CACHE: i64 = 0;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_catalog::progression::range_of;

    #[test]
    fn sequence_row_round_trips() {
        for cache in [Cache::None, Cache::Default, Cache::Size(10_000)] {
            let data_type = DataType::decimal(38, 0);
            let (minimum, maximum) = range_of(data_type).unwrap();
            let progression = Progression { data_type, start: 5, increment: -3, minimum, maximum, cycles: true, cache };
            let (schema, name) = ("dbo".to_owned(), "Seq1".to_owned());
            let sequence = Sequence { id: ObjectId(1007), schema, name, progression, root: PageId::primary(96) };
            assert_eq!(decode(ObjectId(1007), &encode(&sequence)), Some(sequence));
        }
    }
}
