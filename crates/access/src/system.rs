//! Construction of a system record from page edits.
//!
//! A change of structure is one record over all its pages, so after a crash it is complete or
//! absent. Live code and redo apply the same edits. They are tried on copies first: a record that
//! its pages refuse would be found only at the next recovery, so it never reaches the log.

use crate::edit::{Edit, apply_all};
use crate::records::{SYSTEM, encode_sections};
use sluice_base::ids::PageId;
use sluice_buffer::{PAGE_SIZE, PageMut};
use sluice_txn::{DamageLocation, Storage, StorageError, Transaction};

/// The user of a system record, which determines the source of its log space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A transaction's work: fails if the log is full.
    Work,
    /// A rollback or a release after a commit: never meets a full log.
    Undo,
}

/// A system record that is not logged yet.
pub(crate) struct SystemRecord {
    purpose: Purpose,
    sections: Vec<(PageId, Vec<u8>)>,
}

impl SystemRecord {
    /// Returns a record without edits.
    pub(crate) fn new(purpose: Purpose) -> SystemRecord {
        SystemRecord { purpose, sections: Vec::new() }
    }

    /// Adds an edit of `page`, after earlier edits of the same page.
    pub(crate) fn edit(&mut self, page: PageId, edit: Edit<'_>) {
        edit.encode(self.of_page(page));
    }

    /// Adds encoded edits of `page`.
    pub(crate) fn edits(&mut self, page: PageId, edits: &[u8]) {
        self.of_page(page).extend_from_slice(edits);
    }

    fn of_page(&mut self, page: PageId) -> &mut Vec<u8> {
        let index = self.sections.iter().position(|(id, _)| *id == page).unwrap_or_else(|| {
            self.sections.push((page, Vec::new()));
            self.sections.len() - 1
        });
        &mut self.sections[index].1
    }

    /// Logs the record and applies it. `pages` holds every page that it changes; other pages are
    /// ignored. Each edit is first tried on a copy, so a refused one is an error with nothing
    /// logged or changed. Panics if an edited page isn't among `pages`.
    pub(crate) fn log(self, storage: &Storage, pages: Vec<&mut PageMut<'_>>) -> Result<(), StorageError> {
        let mut changed: Vec<&mut PageMut<'_>> =
            pages.into_iter().filter(|page| self.section(page.id()).is_some()).collect();
        assert_eq!(changed.len(), self.sections.len(), "every page of a system record is latched by its maker");
        for page in &changed {
            self.rehearse(storage, page)?;
        }
        let payload = encode_sections(&self.sections);
        match self.purpose {
            Purpose::Work => storage.log_system(&mut changed, SYSTEM, &[&payload])?,
            Purpose::Undo => storage.log_system_undoing(&mut changed, SYSTEM, &[&payload])?,
        };
        for page in changed {
            let edits = self.section(page.id()).expect("filtered above");
            apply_all(page, edits).expect("the rehearsal took these edits");
        }
        Ok(())
    }

    /// Logs as [`SystemRecord::log`] does, as a record of `txn` on `page` that a rollback undoes.
    /// Its payload is `undo` and then the edits, for redo alone. Otherwise like
    /// [`SystemRecord::log`]: tried first, then logged, then applied.
    pub(crate) fn log_for<'a>(
        self,
        storage: &Storage,
        txn: &mut Transaction,
        page: &mut PageMut<'a>,
        others: Vec<&mut PageMut<'a>>,
        kind: u8,
        undo: &[u8],
    ) -> Result<(), StorageError> {
        let mut changed: Vec<&mut PageMut<'a>> =
            others.into_iter().filter(|page| self.section(page.id()).is_some()).collect();
        assert_eq!(changed.len() + 1, self.sections.len(), "every page of a record is latched by its maker");
        self.rehearse(storage, page)?;
        changed.iter().try_for_each(|page| self.rehearse(storage, page))?;
        changed.iter_mut().for_each(|page| page.will_change());
        let payload = encode_sections(&self.sections);
        let lsn = storage.log_change_redo(txn, page, kind, &[undo], &[&payload])?;
        changed.iter_mut().for_each(|page| page.set_lsn(lsn));
        changed.push(page);
        for page in changed {
            let edits = self.section(page.id()).expect("filtered above");
            apply_all(page, edits).expect("the rehearsal took these edits");
        }
        Ok(())
    }

    fn section(&self, page: PageId) -> Option<&[u8]> {
        self.sections.iter().find(|(id, _)| *id == page).map(|(_, edits)| edits.as_slice())
    }

    fn rehearse(&self, storage: &Storage, page: &PageMut<'_>) -> Result<(), StorageError> {
        let mut copy: [u8; PAGE_SIZE] = page[..].try_into().expect("a page has that many bytes");
        let edits = self.section(page.id()).expect("only pages that change");
        apply_all(&mut copy, edits).map_err(|_| damaged(storage, page.id(), "it does not accept a change of structure"))
    }
}

/// Returns the error for a page with a right checksum and impossible content.
#[cold]
pub(crate) fn damaged(storage: &Storage, page: PageId, what: impl Into<String>) -> StorageError {
    StorageError::Damaged {
        path: storage.space.path_of(page.file),
        place: DamageLocation::Page(page),
        what: what.into(),
    }
}
