//! Epochs: each page is shown once, as it was before the epoch, even across evictions and crashes.

use super::fixture::*;
use crate::database::LogProbe;
use crate::page::{self, PAGE_SIZE};
use crate::{Epoch, EpochHook};
use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_base::sync::{Arc, Mutex};
use sluice_vfs::mem::CrashMode;
use std::collections::BTreeMap;

/// Records each page shown: page, epoch before, epoch now, and the value that fills the page.
#[derive(Default)]
struct Album(Mutex<Vec<(u32, u32, u32, u8)>>);

impl EpochHook for Album {
    fn before_first_change(&self, database: DatabaseId, page: PageId, before: u32, now: u32, content: &[u8]) {
        assert_eq!((database, content.len()), (DB, PAGE_SIZE));
        self.0.lock().push((page.page - FIRST, before, now, uniform(content)));
    }
}

impl Album {
    fn for_fixture(fixture: &Fixture, epochs: Vec<Epoch>) -> Arc<Album> {
        let album = Arc::new(Album::default());
        fixture.pool.restore_epochs(DB, epochs, album.clone()).unwrap();
        album
    }

    fn take(&self) -> Vec<(u32, u32, u32, u8)> {
        std::mem::take(&mut self.0.lock())
    }
}

#[test]
fn epoch_hook_sees_page_once_before_first_change() {
    let fixture = Fixture::new(20);
    fixture.put(FIRST, 1);
    let album = Album::for_fixture(&fixture, Vec::new());
    fixture.put(FIRST, 2);
    assert_eq!(album.take(), [], "there is no epoch yet");
    assert_eq!(fixture.pool.advance_epoch(DB).unwrap().number, 1);
    (3..6).for_each(|value| fixture.put(FIRST, value));
    fixture.put(FIRST + 1, 9);
    assert_eq!(album.take(), [(0, 0, 1, 2), (1, 0, 1, 0)]);
    fixture.pool.advance_epoch(DB).unwrap();
    fixture.pool.advance_epoch(DB).unwrap();
    fixture.put(FIRST, 6);
    fixture.put(FIRST, 7);
    assert_eq!(album.take(), [(0, 1, 3, 5)], "two epochs began with the same content");
    assert_eq!(page::epoch(&fixture.pool.read(DB, PageId::primary(FIRST)).unwrap()), 3);
}

#[test]
fn epoch_hook_runs_on_record_not_on_announcement() {
    let fixture = Fixture::new(20);
    let album = Album::for_fixture(&fixture, Vec::new());
    let mut page = fixture.pool.write(DB, PageId::primary(FIRST)).unwrap();
    page.will_change();
    let before = fixture.log.append();
    fixture.pool.advance_epoch(DB).unwrap();
    page.set_lsn(before);
    assert_eq!(album.take(), [], "its record lies before the epoch");
    drop(page);
    fixture.put(FIRST, 1);
    assert_eq!(album.take(), [(0, 0, 1, 0)]);
}

#[test]
fn epoch_hook_is_not_called_again_after_eviction() {
    let fixture = Fixture::new(4);
    fixture.put(FIRST, 1);
    let album = Album::for_fixture(&fixture, Vec::new());
    fixture.pool.advance_epoch(DB).unwrap();
    fixture.put(FIRST, 2);
    album.take();
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    fixture.put(FIRST, 3);
    assert_eq!(album.take(), [], "the page brought its epoch back from the file");
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    fixture.pool.advance_epoch(DB).unwrap();
    fixture.put(FIRST, 4);
    assert_eq!(album.take(), [(0, 1, 2, 3)]);
}

#[test]
fn created_page_shows_previous_content_to_hook() {
    for is_in_memory in [true, false] {
        let fixture = Fixture::new(4);
        fixture.put(FIRST, 1);
        fixture.write_all();
        let album = Album::for_fixture(&fixture, Vec::new());
        fixture.pool.advance_epoch(DB).unwrap();
        if !is_in_memory {
            fixture.pool.drop_clean_buffers();
        }
        let mut page = fixture.pool.create(DB, PageId::primary(FIRST)).unwrap();
        assert_eq!(uniform(&page), 0);
        change(&fixture.log, &mut page, 2);
        drop(page);
        fixture.put(FIRST, 3);
        assert_eq!(album.take(), [(0, 0, 1, 1)], "in memory: {is_in_memory}");
    }
}

#[test]
fn epoch_copies_restore_database_at_epoch_start() {
    let fixture = Fixture::new(8);
    (0..30).for_each(|page| fixture.put(FIRST + page, page as u8 + 1));
    let album = Album::for_fixture(&fixture, Vec::new());
    fixture.pool.advance_epoch(DB).unwrap();
    for round in 0..5_u32 {
        (0..30).filter(|page| page % (round + 2) == 0).for_each(|page| fixture.put(FIRST + page, 200));
    }
    let copies: BTreeMap<u32, u8> = album.take().into_iter().map(|(page, _, _, value)| (page, value)).collect();
    for page in 0..30 {
        let then = copies.get(&page).copied().unwrap_or_else(|| fixture.get(FIRST + page));
        assert_eq!(u32::from(then), page + 1);
    }
    assert!(copies.len() < 30, "pages that did not change were not copied");
}

/// Redoes `records` as recovery would, with the epochs known.
fn redo(fixture: &Fixture, records: &[(u32, Lsn, u8)]) {
    for (page, lsn, value) in records {
        let mut page = fixture.pool.write(DB, PageId::primary(FIRST + page)).unwrap();
        if page.lsn() < *lsn {
            page.will_redo(*lsn);
            let id = page.id();
            page::set_identity(&mut page, id, GUID);
            page[page::PAGE_HEADER..].fill(*value);
            page.set_lsn(*lsn);
        }
    }
}

#[test]
fn redo_shows_pages_as_of_epoch_start() {
    // Number of the first pages whose changes had reached the file when the power failed.
    for written_after in 0..5 {
        let fixture = Fixture::new(20);
        let first = Album::for_fixture(&fixture, Vec::new());
        let mut records = Vec::new();
        let mut epochs = Vec::new();
        for (at, value) in [1_u8, 2, 3, 4].into_iter().enumerate() {
            if at == 2 {
                epochs.push(fixture.pool.advance_epoch(DB).unwrap());
            }
            records.push((0, fixture.log.tail(), value));
            fixture.put(FIRST, value);
            if at + 1 == written_after {
                fixture.write_all();
            }
        }
        assert_eq!(first.take(), [(0, 0, 1, 2)]);
        let survivor = fixture.file.cut_copy(CrashMode::LOSE_UNSYNCED);
        let after = Fixture::over(20, survivor, true, fixture.log.clone());
        let album = Album::for_fixture(&after, epochs);
        redo(&after, &records);
        let shown = album.take();
        if written_after <= 2 {
            assert_eq!(shown, [(0, 0, 1, 2)], "as before the crash, {written_after} changes in the file");
        } else {
            assert_eq!(shown, [], "the file has the page with its epoch: it was shown before it was written");
        }
        assert_eq!(after.get(FIRST), 4);
        after.put(FIRST, 5);
        assert_eq!(album.take(), [], "once");
    }
}
