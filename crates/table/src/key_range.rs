//! Ranges of keys of an index.

use crate::table_index::TableIndex;
use sluice_types::{Value, encode_key_beginning, encode_key_value};
use std::ops::Bound;

/// A set of keys, as encoded bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyRange {
    /// All keys.
    All,
    /// No key.
    Nothing,
    /// One key of a unique index.
    One(Vec<u8>),
    /// Keys between two bounds.
    Between(Bound<Vec<u8>>, Bound<Vec<u8>>),
    /// Keys in any of these ranges, which are disjoint and in the order of their keys.
    Several(Vec<KeyRange>),
}

impl KeyRange {
    /// Returns the keys of `index` whose first columns equal `equal` and whose next column lies
    /// between `from` and `to`. The flag of a bound says whether the bound itself is included. A
    /// comparison with NULL yields no keys. A descending key swaps the bounds. A full key of a
    /// unique index gives `One`. NULLs lie in no range with a bound.
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
        // NULLs sort before all values, or after them in descending order. No range contains them.
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

impl KeyRange {
    /// Returns the keys that lie in at least one of `ranges`, none of which is
    /// [`KeyRange::Several`]. The result is exact; ranges that meet become one. The result is
    /// `Nothing`, one range, or `Several` in ascending order.
    pub fn any_of(ranges: Vec<KeyRange>) -> KeyRange {
        let mut parts: Vec<Part> = ranges.into_iter().filter_map(Part::from_range).collect();
        parts.sort_by(|one, other| one.low.cmp(&other.low));
        let mut apart: Vec<Part> = Vec::with_capacity(parts.len());
        for part in parts {
            match apart.last_mut() {
                Some(last) if last.meets(&part) => {
                    last.is_one &= part.is_one;
                    last.high = last.high.take().zip(part.high).map(|(one, other)| one.max(other));
                }
                _ => apart.push(part),
            }
        }
        let mut ranges: Vec<KeyRange> = apart.into_iter().map(Part::into_range).collect();
        match ranges.len() {
            0 => KeyRange::Nothing,
            1 => ranges.remove(0),
            _ => KeyRange::Several(ranges),
        }
    }
}

impl KeyRange {
    /// Returns the keys of `index` whose first columns equal `equal` and whose next column is a
    /// string that begins with `text`. `Nothing` if a value of `equal` is NULL or no key column is
    /// left.
    pub fn beginning(index: &TableIndex, equal: &[Value], text: &str) -> KeyRange {
        let Some((_, column)) = index.keys.get(equal.len()).filter(|_| !equal.iter().any(Value::is_null)) else {
            return KeyRange::Nothing;
        };
        let mut prefix = Vec::with_capacity(KEY_BYTES);
        for (value, (_, column)) in equal.iter().zip(&index.keys) {
            encode_key_value(value, column, &mut prefix);
        }
        encode_key_beginning(text, column, &mut prefix);
        of_prefix(prefix)
    }
}

/// A range as two bounds.
struct Part {
    /// The first key.
    low: Vec<u8>,
    /// The first key after the range; `None` if the range has no end.
    high: Option<Vec<u8>>,
    /// Whether the range is one key of a unique index.
    is_one: bool,
}

impl Part {
    /// Returns `None` for an empty range.
    fn from_range(range: KeyRange) -> Option<Part> {
        // No other key lies between a key and the same key followed by a zero byte.
        let next = |mut key: Vec<u8>| {
            key.push(0);
            key
        };
        let part = match range {
            KeyRange::All => Part { low: Vec::new(), high: None, is_one: false },
            KeyRange::One(key) => Part { high: Some(next(key.clone())), low: key, is_one: true },
            KeyRange::Between(low, high) => {
                let low = match low {
                    Bound::Included(low) => low,
                    Bound::Excluded(low) => next(low),
                    Bound::Unbounded => Vec::new(),
                };
                let high = match high {
                    Bound::Included(high) => Some(next(high)),
                    Bound::Excluded(high) => Some(high),
                    Bound::Unbounded => None,
                };
                Part { low, high, is_one: false }
            }
            KeyRange::Nothing | KeyRange::Several(_) => return None,
        };
        part.high.as_ref().is_none_or(|high| *high > part.low).then_some(part)
    }

    /// Whether this part overlaps `later`, which begins at the same key or after it.
    fn meets(&self, later: &Part) -> bool {
        self.high.as_ref().is_none_or(|high| *high > later.low)
    }

    fn into_range(self) -> KeyRange {
        match (self.is_one, self.high) {
            (true, _) => KeyRange::One(self.low),
            (false, high) => {
                KeyRange::Between(Bound::Included(self.low), high.map_or(Bound::Unbounded, Bound::Excluded))
            }
        }
    }
}

/// The keys that begin with `prefix`.
fn of_prefix(prefix: Vec<u8>) -> KeyRange {
    if prefix.is_empty() {
        return KeyRange::All;
    }
    let end = behind(prefix.clone()).map_or(Bound::Unbounded, Bound::Excluded);
    KeyRange::Between(Bound::Included(prefix), end)
}

/// The least key above all keys that begin with `key`; `None` if there is no such key.
fn behind(mut key: Vec<u8>) -> Option<Vec<u8>> {
    while let Some(last) = key.pop() {
        if last < u8::MAX {
            key.push(last + 1);
            return Some(key);
        }
    }
    None
}

/// First byte of a column's part of a key: NULL or not NULL.
const NULL: u8 = 0;
const PRESENT: u8 = 1;
/// Capacity that suffices for a key of a few numbers.
const KEY_BYTES: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::ids::{ObjectId, PageId};
    use sluice_catalog::{Column, Compression, Index, IndexKey, IndexOptions, Table};
    use sluice_types::DataType;

    fn index(descending: bool) -> TableIndex {
        let (id, root) = (ObjectId(7), PageId::primary(8));
        let keys = (0..2).map(|column| IndexKey { column, descending }).collect();
        let (name, included) = ("i".to_owned(), Vec::new());
        let index = Index {
            id: 2,
            name,
            root,
            unique: true,
            constraint: None,
            keys,
            included,
            filter: None,
            options: IndexOptions::default(),
            compression: Compression::None,
            is_disabled: false,
            filegroup: None,
        };
        let columns = ["a", "b"].map(|name| Column::nullable(name, DataType::TinyInt)).to_vec();
        let empty = Table::empty(id, "dbo".to_owned(), "t".to_owned());
        let table = Table { columns, last_column: 2, root, indexes: vec![index], ..empty };
        TableIndex::new(&table, &table.indexes[0])
    }

    /// Whether the key of `values` lies in `range`.
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
            KeyRange::Several(parts) => parts.iter().any(|part| has(index, part, values)),
        }
    }

    /// The one-byte keys from 0 to 9 that lie in `range`.
    fn keys_in(range: &KeyRange) -> Vec<u8> {
        let is_in = |key: &u8| match range {
            KeyRange::All => true,
            KeyRange::Nothing => false,
            KeyRange::One(one) => *one == [*key],
            KeyRange::Between(low, high) => std::ops::RangeBounds::contains(&(low.clone(), high.clone()), &vec![*key]),
            KeyRange::Several(parts) => parts.iter().any(|part| keys_in(part).contains(key)),
        };
        (0..=9).filter(is_in).collect()
    }

    #[test]
    fn range_union_has_each_key_once_in_order() {
        let one = |key: u8| KeyRange::One(vec![key]);
        let between = |low: u8, high: u8| KeyRange::Between(Bound::Included(vec![low]), Bound::Excluded(vec![high]));
        let from = |low: u8| KeyRange::Between(Bound::Excluded(vec![low]), Bound::Unbounded);
        let all = [
            one(3),
            one(3),
            one(7),
            between(2, 4),
            between(3, 6),
            between(6, 7),
            between(5, 5),
            from(7),
            KeyRange::Nothing,
            KeyRange::All,
        ];
        for chosen in 0..1usize << all.len() {
            let ranges: Vec<KeyRange> =
                (0..all.len()).filter(|place| chosen >> place & 1 == 1).map(|place| all[place].clone()).collect();
            let expected: Vec<u8> = (0..=9).filter(|key| ranges.iter().any(|of| keys_in(of).contains(key))).collect();
            let found = match KeyRange::any_of(ranges) {
                KeyRange::Several(parts) => parts.iter().flat_map(keys_in).collect(),
                part => keys_in(&part),
            };
            assert_eq!(found, expected, "{chosen:b}");
        }
    }

    #[test]
    fn range_of_values_has_matching_keys_only() {
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
