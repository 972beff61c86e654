//! Recovery values: the limit up to which values of a sequence or identity column may have been
//! used.
//!
//! A generator hands out values from memory and only now and then writes a limit. After a crash it
//! continues after the stored limit, so no value is used twice. The value is on the IAM root of its
//! object. A sequence is an object without other pages; an identity column's object is its table's
//! heap.
//!
//! 1. A recovery value is changed by a system record: redone, never undone. So it holds no lock
//!    that a transaction waits for.
//! 2. Before values are used outside the database, the record is hardened ([`Sequence::harden`]).
//! 3. In a temporary database only the page changes: no record, no flush.

use crate::edit::Edit;
use crate::iam;
use crate::layout;
use crate::object::{self, FirstPage, Placement};
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::{Lsn, ObjectId, PageId};
use sluice_buffer::{PageType, page};
use sluice_txn::{Storage, StorageError, Transaction};

/// The place of a recovery value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sequence {
    /// The IAM root of its object.
    pub root: PageId,
    /// The object: a sequence, or the table of an identity column.
    pub object: ObjectId,
}

impl Sequence {
    /// Creates an object for a recovery value, which is not set yet. Takes an extent. Undone with
    /// the transaction.
    pub fn create(storage: &Storage, txn: &mut Transaction, object: ObjectId) -> Result<Sequence, StorageError> {
        let root = object::create(storage, txn, object, Placement::PRIMARY, FirstPage::None)?;
        Ok(Sequence { root, object })
    }

    /// Returns the recovery value: every value up to it may have been used. `None` if no value was
    /// ever used.
    pub fn recovery_value(&self, storage: &Storage) -> Result<Option<i128>, StorageError> {
        let root = object::read_iam(storage, self.root)?;
        if page::object(&root) != self.object {
            return Err(self.not_there(storage));
        }
        Ok(iam::recovery(&root))
    }

    /// Sets the recovery value. Returns the record to harden. Fails in a read-only database. It's a
    /// system record: it stays even if the transaction rolls back. `None` removes the value. Fails
    /// with damage if the IAM root isn't the object's. The record isn't hardened here.
    pub fn set_recovery_value(&self, storage: &Storage, value: Option<i128>) -> Result<Lsn, StorageError> {
        storage.check_changes()?;
        let mut root = storage.pool.write(storage.id, self.root)?;
        let is_it = page::page_type(&root) == PageType::IAM && layout::is_root(&root);
        if !is_it || page::object(&root) != self.object {
            return Err(self.not_there(storage));
        }
        let mut record = SystemRecord::new(Purpose::Work);
        record.edit(self.root, Edit::Recovery(value));
        record.log(storage, vec![&mut root])?;
        Ok(root.lsn())
    }

    /// Waits until the change `record` of a recovery value is on disk: one flush, also under
    /// delayed durability.
    pub fn harden(storage: &Storage, record: Lsn) -> Result<(), StorageError> {
        storage.harden_change(record)
    }

    #[cold]
    fn not_there(&self, storage: &Storage) -> StorageError {
        damaged(storage, self.root, format!("it is not the IAM root of object {}", self.object.0))
    }
}
