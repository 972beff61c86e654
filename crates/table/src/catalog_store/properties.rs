//! Extended properties in sysprops. The encoded row of a property, its name and value, is cut into
//! pieces; the number of the piece ends the key.

use super::stored::{BOOT_PAGE, PIECE_BYTES, SIGN, StoredCatalog, damaged};
use sluice_base::ids::PageId;
use sluice_catalog::{ExtendedProperty, Folded, Properties, PropertyClass, PropertyOwner};
use sluice_txn::{StorageError, Transaction};
use sluice_types::{DataType, KeyColumn, RowLayout, Value, encode_key};
use std::ops::Bound;

impl StoredCatalog<'_> {
    /// Reads all extended properties and joins their pieces. Returns an empty set if the database
    /// has no sysprops, and fails with `Damaged` if a row can't be read.
    pub(super) fn load_properties(&self) -> Result<Properties, StorageError> {
        let Some(properties) = &self.properties else { return Ok(Properties::default()) };
        let broken = || damaged(self.storage, properties.root, "a row of sysprops cannot be read");
        let mut rows: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        let mut scan = properties.scan(self.storage, Bound::Unbounded, Bound::Unbounded)?;
        while let Some((key, piece)) = scan.next()? {
            let (number, property) = key.split_last().ok_or_else(broken)?;
            match rows.last_mut() {
                Some((known, row)) if *number != 0 && known == property => row.extend_from_slice(piece),
                _ => rows.push((property.to_vec(), piece.to_vec())),
            }
        }
        let decoded = rows.iter().map(|(key, row)| decode(key, row).ok_or_else(broken));
        decoded.collect()
    }

    /// Inserts the pieces of a property. The caller has created sysprops; without it, the error is
    /// `Damaged`. Fails with `Duplicate` if the property exists.
    pub(super) fn write_property(
        &self,
        transaction: &mut Transaction,
        property: &ExtendedProperty,
    ) -> Result<(), StorageError> {
        let boot = PageId::primary(BOOT_PAGE);
        let missing = || damaged(self.storage, boot, "the boot page names no table for extended properties");
        let properties = self.properties.as_ref().ok_or_else(missing)?;
        let row = encode(property);
        for (key, piece) in keys(property, &row).zip(row.chunks(PIECE_BYTES)) {
            properties.insert(self.storage, transaction, &key, piece)?;
        }
        Ok(())
    }

    /// Deletes all pieces of a property. `property` must have its stored value, whose length
    /// determines the number of pieces. Does nothing without sysprops.
    pub(super) fn erase_property(
        &self,
        transaction: &mut Transaction,
        property: &ExtendedProperty,
    ) -> Result<(), StorageError> {
        let Some(properties) = &self.properties else { return Ok(()) };
        for key in keys(property, &encode(property)) {
            properties.delete(self.storage, transaction, &key)?;
        }
        Ok(())
    }
}

/// Returns the key of each piece of a property's row.
fn keys(property: &ExtendedProperty, row: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let PropertyOwner { class, major, minor } = property.owner;
    let mut start = vec![class as u8];
    for id in [major, minor] {
        start.extend_from_slice(&(id as u32 ^ SIGN).to_be_bytes());
    }
    let folded = Value::text(Folded::new(&property.name).as_str());
    encode_key(&[folded], &[KeyColumn::ascending(DataType::SYSNAME)], &mut start);
    let pieces = u8::try_from(row.len().div_ceil(PIECE_BYTES)).unwrap_or(u8::MAX);
    (0..pieces).map(move |piece| start.iter().copied().chain([piece]).collect())
}

fn encode(property: &ExtendedProperty) -> Vec<u8> {
    let values = [Value::text(&*property.name), property.value.clone()];
    let mut row = Vec::new();
    layout().encode(&values, &mut row).expect("a name of 128 characters and a value of 7,500 bytes are within a row");
    row
}

/// Returns `None` if the bytes are damaged.
fn decode(key: &[u8], row: &[u8]) -> Option<ExtendedProperty> {
    let layout = layout();
    let id = |place: usize| Some((u32::from_be_bytes(key.get(place..place + 4)?.try_into().ok()?) ^ SIGN) as i32);
    let owner = PropertyOwner::new(PropertyClass::of_number(*key.first()?)?, id(1)?, id(5)?);
    let name = layout.read(row, 0).ok()?.as_str()?.to_owned();
    Some(ExtendedProperty { owner, name, value: layout.read(row, 1).ok()? })
}

fn layout() -> RowLayout {
    RowLayout::new(&[DataType::SYSNAME, DataType::SqlVariant])
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::sync::Arc;
    use sluice_types::Length;
    use sluice_types::value::Variant;

    #[test]
    fn property_rows_round_trip() {
        let text =
            Variant { value: Value::text("x".repeat(3750)), data_type: DataType::NVarChar(Length::Limited(4000)) };
        for value in [Value::Null, Value::Variant(Arc::new(text))] {
            let owner = PropertyOwner::new(PropertyClass::Parameter, -7, 1001);
            let property = ExtendedProperty { owner, name: "MS_Description".to_owned(), value };
            let row = encode(&property);
            let keys: Vec<Vec<u8>> = keys(&property, &row).collect();
            assert_eq!(keys.len(), row.len().div_ceil(PIECE_BYTES));
            assert_eq!(decode(&keys[0], &row), Some(property));
        }
    }
}
