//! An index of a table: the keys of rows, and the entries of a nonclustered index.
//!
//! A clustered index has rows as values. The key of a nonclustered entry consists of the key
//! columns and, unless the index is unique, the row's locator. Its value is the locator's length as
//! u16, the locator if the index is unique, and a row of the index's columns. These are its key
//! columns, its included columns and the columns of the clustered key. A query of these columns
//! needn't read the table (`docs/file-format.md`, section 8).
//!
//! A locator refers to a row: an 8-byte place in a heap, or a key of the clustered index.

use sluice_access::{BTree, PageFill, Rid};
use sluice_base::codec::get_u16;
use sluice_base::ids::{FileId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::{Index, IndexFilter, IndexOptions, KeyConstraint, Table, key_bytes_max};
use sluice_types::convert::convert;
use sluice_types::{DataType, KeyColumn, Length, RowLayout, SqlError, Value, encode_key_value};

/// An index of a table.
pub struct TableIndex {
    /// Id within the table.
    pub id: u16,
    /// Name of the index.
    pub name: String,
    /// B+tree of the index.
    pub tree: BTree,
    /// Whether keys are unique.
    pub is_unique: bool,
    /// IGNORE_DUP_KEY: an INSERT skips rows whose key exists.
    pub ignores_duplicates: bool,
    /// The part of pages that a build fills: FILLFACTOR and PAD_INDEX.
    pub fill: PageFill,
    /// Constraint that the index enforces, if any.
    pub constraint: Option<KeyConstraint>,
    /// Key columns: position in the table, type and direction.
    pub keys: Box<[(usize, KeyColumn)]>,
    /// Positions of the columns stored in an entry; empty for a clustered index.
    pub columns: Box<[usize]>,
    /// Layout of these columns in an entry.
    pub layout: RowLayout,
    /// Predicate of a filtered index.
    filter: Option<Arc<IndexFilter>>,
    /// Greatest length of a key's values by their types, in bytes, without the key limit.
    most_bytes: usize,
}

/// A decoded entry of a nonclustered index.
#[derive(Clone, Copy)]
pub struct Entry<'e> {
    /// Locator of the row.
    pub locator: &'e [u8],
    /// Row of the index's columns.
    pub row: &'e [u8],
}

impl TableIndex {
    /// Returns the index `index` of `table`. Copies what entries and keys need: types, layout,
    /// options. Reads no page.
    pub fn new(table: &Table, index: &Index) -> TableIndex {
        let data_type = |place: usize| table.columns[place].data_type;
        let stored = |place: usize| table.columns[place].stored_type();
        let key = |key: &sluice_catalog::IndexKey| (key.column, table.columns[key.column].key(key.descending));
        let columns = if index.is_clustered() { Vec::new() } else { columns_of(table, index) };
        let most = index.keys.iter().map(|key| most_bytes(data_type(key.column))).sum::<usize>();
        let types: Vec<_> = columns.iter().map(|place| stored(*place)).collect();
        let layout = match index.compression.has_compressed_rows() {
            false => RowLayout::new(&types),
            true => RowLayout::compressed(&types),
        };
        TableIndex {
            id: index.id,
            name: index.name.clone(),
            tree: BTree::at(index.root, table.id),
            is_unique: index.unique,
            ignores_duplicates: index.options.ignore_dup_key,
            fill: page_fill(index.options),
            constraint: index.constraint,
            keys: index.keys.iter().map(key).collect(),
            layout,
            columns: columns.into(),
            filter: index.filter.clone(),
            most_bytes: most,
        }
    }

    /// Whether the index stores the table's rows.
    #[inline]
    pub fn is_clustered(&self) -> bool {
        self.columns.is_empty()
    }

    /// Greatest length in bytes of a key's values by their types, without the key limit.
    pub fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Whether the index has an entry for a row with these values.
    #[inline]
    pub fn has(&self, value: impl Fn(usize) -> Result<Value, SqlError>) -> Result<bool, SqlError> {
        self.filter.as_ref().map_or(Ok(true), |filter| filter.holds(value))
    }

    /// Whether the filter uses `column`, so that a change of the column may add or remove entries.
    pub fn is_filtered_by(&self, column: usize) -> bool {
        self.filter.as_ref().is_some_and(|filter| filter.uses(column))
    }

    /// Appends the key of a row with these values. Fails with 1946 if the values exceed the key
    /// limit. Long values are measured only if the key columns could exceed the limit (900 bytes
    /// clustered, 1,700 otherwise). `key` may have been extended on an error.
    #[inline]
    pub fn append_key(
        &self,
        value: impl Fn(usize) -> Result<Value, SqlError>,
        key: &mut Vec<u8>,
    ) -> Result<(), SqlError> {
        let most = key_bytes_max(self.is_clustered());
        let (mut bytes, may_be_long) = (0, self.most_bytes > most);
        for (place, column) in &self.keys {
            let value = value(*place)?;
            if may_be_long {
                bytes += bytes_of(&value, column.data_type);
            }
            encode_key_value(&value, column, key);
        }
        if bytes > most { Err(self.too_long(bytes)) } else { Ok(()) }
    }

    /// Returns 1946: the entry is too long for the index.
    pub fn too_long(&self, bytes: usize) -> SqlError {
        let kind = if self.is_clustered() { "clustered" } else { "nonclustered" };
        let most = key_bytes_max(self.is_clustered()).to_string();
        SqlError::index_entry_too_long(bytes, &self.name, most, kind)
    }

    /// Replaces `key` and `entry` with the entry for a row with these values and this locator.
    /// Fails with 1946 if the key or the entry is too long.
    pub fn make_entry(
        &self,
        value: impl Fn(usize) -> Result<Value, SqlError>,
        locator: &[u8],
        (key, entry): (&mut Vec<u8>, &mut Vec<u8>),
    ) -> Result<(), SqlError> {
        key.clear();
        self.append_key(&value, key)?;
        let values = self.columns.iter().map(|place| value(*place)).collect::<Result<Vec<_>, _>>()?;
        self.layout.encode(&values, entry).map_err(|error| self.too_long(error.bytes))?;
        let length = (locator.len() as u16).to_le_bytes();
        if self.is_unique {
            entry.splice(..0, length.into_iter().chain(locator.iter().copied()));
        } else {
            key.extend_from_slice(locator);
            entry.splice(..0, length);
        }
        Ok(())
    }

    /// Decodes an entry. Returns `None` if the bytes are damaged. Returns the locator and the row
    /// of the included columns, both borrowed from the arguments.
    pub fn entry<'e>(&self, key: &'e [u8], value: &'e [u8]) -> Option<Entry<'e>> {
        let (length, rest) = value.split_at_checked(LENGTH)?;
        let length = usize::from(get_u16(length, 0));
        match self.is_unique {
            true => rest.split_at_checked(length).map(|(locator, row)| Entry { locator, row }),
            false => Some(Entry { locator: key.get(key.len().checked_sub(length)?..)?, row: rest }),
        }
    }

    /// Returns the entry with its locator replaced by `place`. Returns `None` if `place` does, or
    /// for a clustered index. Also returns `None` if the entry is damaged. The new locator is a
    /// place in a heap and has the length of the old one.
    pub fn relocated(
        &self,
        key: &[u8],
        value: &[u8],
        place: impl Fn(&[u8]) -> Option<[u8; RID_BYTES]>,
    ) -> Option<(Vec<u8>, Vec<u8>)> {
        if self.is_clustered() {
            return None;
        }
        let entry = self.entry(key, value)?;
        let locator = place(entry.locator)?;
        let (mut key, mut value) = (key.to_vec(), value.to_vec());
        if self.is_unique {
            value[LENGTH..LENGTH + RID_BYTES].copy_from_slice(&locator);
        } else {
            let end = key.len() - RID_BYTES;
            key[end..].copy_from_slice(&locator);
        }
        Some((key, value))
    }

    /// The part of an entry's key that encodes the key columns.
    pub fn key_of_columns<'e>(&self, key: &'e [u8], entry: &Entry<'_>) -> &'e [u8] {
        &key[..key.len() - if self.is_unique { 0 } else { entry.locator.len() }]
    }

    /// Returns the key of a row as messages show it: `(1, a, <NULL>)`. Fails only if `value` does.
    pub fn shown_key(&self, value: impl Fn(usize) -> Result<Value, SqlError>) -> Result<String, SqlError> {
        let mut values = Vec::with_capacity(self.keys.len());
        for (place, column) in &self.keys {
            values.push(shown(&value(*place)?, column.data_type)?);
        }
        Ok(format!("({})", values.join(", ")))
    }
}

/// FILLFACTOR 0 is 100. The pages above the leaves are filled so only with PAD_INDEX
/// (`t-sql/statements/create-index-transact-sql.md`).
fn page_fill(options: IndexOptions) -> PageFill {
    let leaf = if options.fill_factor == 0 { 100 } else { options.fill_factor };
    PageFill { leaf, inner: if options.is_padded { leaf } else { 100 } }
}

/// Encodes a place in a heap as a locator: file, page and slot, big-endian. The order of locators
/// is the order of pages and slots.
pub fn locator_of(rid: Rid) -> [u8; RID_BYTES] {
    let mut locator = [0; RID_BYTES];
    locator[..2].copy_from_slice(&rid.page.file.0.to_be_bytes());
    locator[2..6].copy_from_slice(&rid.page.page.to_be_bytes());
    locator[6..].copy_from_slice(&rid.slot.to_be_bytes());
    locator
}

/// Decodes a heap locator. Returns `None` if it doesn't have 8 bytes.
pub fn rid_of(locator: &[u8]) -> Option<Rid> {
    let [f0, f1, p0, p1, p2, p3, s0, s1] = *<&[u8; RID_BYTES]>::try_from(locator).ok()?;
    let page = PageId { file: FileId(u16::from_be_bytes([f0, f1])), page: u32::from_be_bytes([p0, p1, p2, p3]) };
    Some(Rid { page, slot: u16::from_be_bytes([s0, s1]) })
}

/// The columns of an entry, each once: key columns, included columns, columns of the clustered key.
fn columns_of(table: &Table, index: &Index) -> Vec<usize> {
    let of_key = |index: &Index| index.keys.iter().map(|key| key.column).collect::<Vec<_>>();
    let clustered = table.clustered().map(of_key).unwrap_or_default();
    let mut columns = Vec::new();
    for place in of_key(index).into_iter().chain(table.stored_beside(index)).chain(clustered) {
        if !columns.contains(&place) {
            columns.push(place);
        }
    }
    columns
}

/// Greatest number of bytes of a value of this type.
fn most_bytes(data_type: DataType) -> usize {
    RowLayout::fixed_bytes(&data_type).unwrap_or_else(|| match data_type.length() {
        Some(Length::Limited(n)) => usize::from(n) * data_type.unit_bytes(),
        _ => usize::MAX / 64,
    })
}

fn bytes_of(value: &Value, data_type: DataType) -> usize {
    match value {
        Value::Str(text) => data_type.text_bytes(text),
        Value::Bytes(bytes) => bytes.len(),
        _ => RowLayout::fixed_bytes(&data_type).unwrap_or_default(),
    }
}

fn shown(value: &Value, data_type: DataType) -> Result<String, SqlError> {
    match value {
        Value::Null => Ok("<NULL>".to_owned()),
        Value::Bytes(_) => Ok(sluice_types::display::text(value, &data_type)),
        value => {
            let text = convert(value, &data_type, &DataType::NVarChar(Length::Limited(4000)))?;
            Ok(text.as_str().unwrap_or_default().to_owned())
        }
    }
}

/// Bytes of the locator's length in an entry.
const LENGTH: usize = 2;
/// Bytes of a place in a heap.
const RID_BYTES: usize = 8;
