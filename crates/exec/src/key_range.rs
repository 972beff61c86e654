//! A part of an index: from which key to which.

use crate::table_index::TableIndex;
use sluice_types::{Value, encode_key_value};
use std::ops::Bound;

/// Keys, as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyRange {
    /// All.
    All,
    /// None.
    Nothing,
    /// This one, of a unique index.
    One(Vec<u8>),
    /// Those between two.
    Between(Bound<Vec<u8>>, Bound<Vec<u8>>),
}

impl KeyRange {
    /// The keys of `index` whose first columns have these values, and whose next one lies between two values, if they are given, each with whether
    /// it is part of the range. Nothing compares with NULL.
    pub fn new(
        index: &TableIndex,
        equal: &[Value],
        from: Option<(&Value, bool)>,
        to: Option<(&Value, bool)>,
    ) -> KeyRange {
        let is_null = |bound: Option<(&Value, bool)>| bound.is_some_and(|(value, _)| value.is_null());
        if equal.iter().any(Value::is_null) || is_null(from) || is_null(to) {
            return KeyRange::Nothing;
        }
        let mut prefix = Vec::with_capacity(KEY_BYTES);
        for (value, (_, column)) in equal.iter().zip(&index.keys) {
            encode_key_value(value, column, &mut prefix);
        }
        if index.is_unique && equal.len() == index.keys.len() {
            return KeyRange::One(prefix);
        }
        let next = index.keys.get(equal.len()).filter(|_| from.is_some() || to.is_some());
        let Some((_, column)) = next else { return of_prefix(prefix) };
        let key = |value: &Value| {
            let mut key = prefix.clone();
            encode_key_value(value, column, &mut key);
            key
        };
        // NULLs come before all values, in descending order behind them; they are in no range.
        let (mut present, mut null) = (prefix.clone(), prefix.clone());
        present.push(PRESENT);
        null.push(!NULL);
        let (low, high) = if column.descending { (to, from) } else { (from, to) };
        let low = match low {
            Some((value, true)) => Some(key(value)),
            Some((value, false)) => behind(key(value)),
            None if column.descending => Some(prefix.clone()),
            None => Some(present),
        };
        let high = match high {
            Some((value, true)) => behind(key(value)).map_or(Bound::Unbounded, Bound::Excluded),
            Some((value, false)) => Bound::Excluded(key(value)),
            None if column.descending => Bound::Excluded(null),
            None => behind(prefix).map_or(Bound::Unbounded, Bound::Excluded),
        };
        low.map_or(KeyRange::Nothing, |low| KeyRange::Between(Bound::Included(low), high))
    }
}

/// The keys that begin so.
fn of_prefix(prefix: Vec<u8>) -> KeyRange {
    if prefix.is_empty() {
        return KeyRange::All;
    }
    let end = behind(prefix.clone()).map_or(Bound::Unbounded, Bound::Excluded);
    KeyRange::Between(Bound::Included(prefix), end)
}

/// The least key above all that begin with these bytes; none if there is none.
fn behind(mut key: Vec<u8>) -> Option<Vec<u8>> {
    while let Some(last) = key.pop() {
        if last < u8::MAX {
            key.push(last + 1);
            return Some(key);
        }
    }
    None
}

/// The first byte of a column's part of a key where it is NULL, and where it is not.
const NULL: u8 = 0;
const PRESENT: u8 = 1;
/// Room for a key of a few numbers.
const KEY_BYTES: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::ids::{ObjectId, PageId};
    use sluice_catalog::{Column, Index, IndexKey, Table};
    use sluice_types::DataType;

    fn index(descending: bool) -> TableIndex {
        let (id, root) = (ObjectId(7), PageId::primary(8));
        let keys = (0..2).map(|column| IndexKey { column, descending }).collect();
        let (name, included) = ("i".to_owned(), Vec::new());
        let index = Index { id: 2, name, root, unique: true, constraint: None, keys, included };
        let columns = ["a", "b"].map(|name| Column::nullable(name, DataType::TinyInt)).to_vec();
        let (schema, name, constraints) = ("dbo".to_owned(), "t".to_owned(), Vec::new());
        let table = Table { id, schema, name, columns, last_column: 2, constraints, root, indexes: vec![index] };
        TableIndex::new(&table, &table.indexes[0])
    }

    /// Whether a key of the two values lies in the range.
    fn has(index: &TableIndex, range: &KeyRange, values: [Option<u8>; 2]) -> bool {
        let value = |place: usize| Ok(values[place].map_or(Value::Null, Value::TinyInt));
        let mut key = Vec::new();
        index.append_key(value, &mut key).expect("two bytes are no long key");
        match range {
            KeyRange::All => true,
            KeyRange::Nothing => false,
            KeyRange::One(one) => *one == key,
            KeyRange::Between(low, high) => {
                let is_above = match low {
                    Bound::Included(low) => key >= *low,
                    Bound::Excluded(low) => key > *low,
                    Bound::Unbounded => true,
                };
                let is_below = match high {
                    Bound::Included(high) => key <= *high,
                    Bound::Excluded(high) => key < *high,
                    Bound::Unbounded => true,
                };
                is_above && is_below
            }
        }
    }

    #[test]
    fn a_range_has_the_keys_whose_values_it_is_about() {
        let all: Vec<Option<u8>> = [None, Some(0), Some(1), Some(2), Some(254), Some(255)].to_vec();
        let bounds: Vec<Option<(u8, bool)>> = all
            .iter()
            .flatten()
            .flat_map(|value| [Some((*value, true)), Some((*value, false))])
            .chain([None])
            .collect();
        for descending in [false, true] {
            let index = index(descending);
            for equal in &all[1..] {
                for from in &bounds {
                    for to in &bounds {
                        let held = [equal.unwrap_or_default()].map(Value::TinyInt);
                        let value =
                            |bound: &Option<(u8, bool)>| bound.map(|(v, inclusive)| (Value::TinyInt(v), inclusive));
                        let (low, high) = (value(from), value(to));
                        let range = KeyRange::new(
                            &index,
                            &held,
                            low.as_ref().map(|(v, i)| (v, *i)),
                            high.as_ref().map(|(v, i)| (v, *i)),
                        );
                        for a in &all {
                            for b in &all {
                                let is_unbounded = from.is_none() && to.is_none();
                                let above = from.is_none_or(|(v, i)| b.is_some_and(|b| b > v || i && b == v));
                                let below = to.is_none_or(|(v, i)| b.is_some_and(|b| b < v || i && b == v));
                                let expected = a == equal && (is_unbounded || above && below && b.is_some());
                                assert_eq!(
                                    has(&index, &range, [*a, *b]),
                                    expected,
                                    "{equal:?} {from:?} {to:?}: {a:?} {b:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
