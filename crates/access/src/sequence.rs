//! Recovery values: how far the values of a sequence, or of an identity column, may have been given out.
//!
//! A generator gives values out of memory and writes only now and then how far it may come; after a crash it goes on behind what
//! is written here, so that no value is given twice. The value lies on the IAM root of its object: a sequence is an object without
//! other pages, an identity column's object is its table's heap.
//!
//! 1. A recovery value is changed by a system record: redone, never undone, and it holds no lock that a transaction could wait for.
//! 2. Who gives values to someone who may use them outside the database hardens the record first ([`Sequence::harden`]).
//! 3. In a temporary database only the page changes: no record, no flush.

use crate::edit::Edit;
use crate::iam;
use crate::layout;
use crate::object::{self, FirstPage};
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::ids::{Lsn, ObjectId, PageId};
use sluice_buffer::{PageType, page};
use sluice_txn::{Storage, StorageError, Transaction};
use sluice_wal::Harden;

/// The place of a recovery value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sequence {
    /// The IAM root of its object.
    pub root: PageId,
    /// The object: a sequence, or the table of an identity column.
    pub object: ObjectId,
}

impl Sequence {
    /// Makes an object that holds nothing but a recovery value, and has none yet. Undone with the transaction.
    pub fn create(storage: &Storage, txn: &mut Transaction, object: ObjectId) -> Result<Sequence, StorageError> {
        let root = object::create(storage, txn, object, FirstPage::None)?;
        Ok(Sequence { root, object })
    }

    /// The recovery value: every value up to it may have been given. `None` if none was ever given.
    pub fn recovery_value(&self, storage: &Storage) -> Result<Option<i128>, StorageError> {
        let root = object::read_iam(storage, self.root)?;
        if page::object(&root) != self.object {
            return Err(self.not_there(storage));
        }
        Ok(iam::recovery(&root))
    }

    /// Changes the recovery value. The result is the record to harden; none in a temporary database, where there is none.
    pub fn set_recovery_value(&self, storage: &Storage, value: Option<i128>) -> Result<Option<Lsn>, StorageError> {
        let mut root = storage.pool.write(storage.id, self.root)?;
        let is_it = page::page_type(&root) == PageType::IAM && layout::is_root(&root);
        if !is_it || page::object(&root) != self.object {
            return Err(self.not_there(storage));
        }
        if storage.is_temporary() {
            root.will_change();
            iam::set_recovery(&mut root, value);
            return Ok(None);
        }
        let mut record = SystemRecord::new(Purpose::Work);
        record.edit(self.root, Edit::Recovery(value));
        record.log(storage, vec![&mut root])?;
        Ok(Some(root.lsn()))
    }

    /// Waits until the change `record` of a recovery value is on disk; one flush, also where commits are delayed.
    pub fn harden(storage: &Storage, record: Option<Lsn>) -> Result<(), StorageError> {
        record.map_or(Ok(()), |lsn| Ok(storage.log.harden(lsn, Harden::Request)?))
    }

    #[cold]
    fn not_there(&self, storage: &Storage) -> StorageError {
        damaged(storage, self.root, format!("it is not the IAM root of object {}", self.object.0))
    }
}
