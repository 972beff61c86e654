//! Damaged pages are refused by name, and other pages still work.

use super::fixture::*;
use crate::database::DatabaseLog;
use crate::{PAGE_SIZE, PageError, page};
use sluice_base::ids::{DatabaseGuid, DatabaseId, FileId, Lsn, PageId};

fn refused(fixture: &Fixture, page: u32) -> String {
    let error = fixture.pool.read(DB, PageId::primary(page)).expect_err("a damaged page is refused");
    assert!(matches!(&error, PageError::Damaged { page: found, .. } if found.page == page), "{error}");
    let again = fixture.pool.write(DB, PageId::primary(page)).expect_err("whichever way it is asked for");
    assert_eq!(again.to_string(), error.to_string());
    error.to_string()
}

/// Returns a fixture with three pages in the file and none in memory.
fn stored() -> Fixture {
    let fixture = Fixture::new(4);
    (0..3).for_each(|page| fixture.put(FIRST + page, 1 + page as u8));
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    fixture
}

#[test]
fn flipped_bit_error_names_file_page_and_advice() {
    let fixture = stored();
    let mut bytes = fixture.raw(FIRST);
    bytes[4000] ^= 4;
    fixture.put_raw(FIRST, &bytes);
    let text = refused(&fixture, FIRST);
    for part in ["page (1:80)", FILE, "0xa0000", "checksum", "Restore the database from a backup", "DBCC CHECKDB"] {
        assert!(text.contains(part), "{part:?} is missing in {text:?}");
    }
    assert_eq!((fixture.get(FIRST + 1), fixture.get(FIRST + 2)), (2, 3));
    fixture.pool.drop_clean_buffers();
    assert_eq!(fixture.pool.free_frames(), 4, "failed reads keep no frame");
}

#[test]
fn misdirected_write_is_detected_on_both_pages() {
    let fixture = stored();
    fixture.put_raw(FIRST, &fixture.raw(FIRST + 1));
    let text = refused(&fixture, FIRST);
    assert!(text.contains("page (1:80)") && text.contains("page (1:81) is in its place"), "{text}");
}

#[test]
fn page_of_other_database_is_refused() {
    let fixture = stored();
    let mut bytes = fixture.raw(FIRST);
    page::set_identity(&mut bytes, PageId::primary(FIRST), DatabaseGuid(99));
    page::seal(&mut bytes);
    fixture.put_raw(FIRST, &bytes);
    assert!(refused(&fixture, FIRST).contains("another database"));
}

#[test]
fn page_ahead_of_its_log_is_refused() {
    let fixture = stored();
    let mut bytes = fixture.raw(FIRST);
    page::set_lsn(&mut bytes, Lsn(u64::MAX / 2));
    page::seal(&mut bytes);
    fixture.put_raw(FIRST, &bytes);
    assert!(refused(&fixture, FIRST).contains("the log ends at"));
}

#[test]
fn page_ahead_of_earlier_log_epoch_is_refused() {
    let fixture = stored();
    let lsn = |page| page::lsn(&fixture.raw(page));
    assert!(lsn(FIRST) < lsn(FIRST + 1) && lsn(FIRST + 1) < lsn(FIRST + 2));
    fixture.pool.detach(DB);
    fixture.attach_for_redo();
    assert_eq!((fixture.get(FIRST), fixture.get(FIRST + 1)), (1, 2), "redo does not know yet where the log ends");
    // A sync of the log had lied: all records but the first are lost. The tail is beyond all of
    // them, as happens soon after the start.
    fixture.log.begin_epoch(lsn(FIRST + 1));
    fixture.pool.give_log(DB, DatabaseLog::Probe(fixture.log.clone()));
    assert!(refused(&fixture, FIRST + 1).contains("the log ends at"), "redo had read it");
    assert!(refused(&fixture, FIRST + 2).contains("the log ends at"), "it is read now");
    fixture.put(FIRST, 9);
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    assert_eq!(fixture.get(FIRST), 9, "written in this epoch");
}

#[test]
fn page_of_later_format_is_refused() {
    let fixture = stored();
    let mut bytes = fixture.raw(FIRST);
    bytes[5] = page::PAGE_FORMAT + 1;
    page::seal(&mut bytes);
    fixture.put_raw(FIRST, &bytes);
    assert!(refused(&fixture, FIRST).contains("newer than this program knows"));
}

#[test]
fn never_written_space_is_an_empty_page() {
    let fixture = Fixture::new(4);
    let page = fixture.pool.read(DB, PageId::primary(FIRST)).unwrap();
    assert_eq!(page.lsn(), Lsn::NONE);
    assert!(page.iter().all(|byte| *byte == 0) && page.len() == PAGE_SIZE);
}

#[test]
fn page_beyond_file_or_without_file_is_damaged() {
    let fixture = Fixture::new(4);
    let none = PageId { file: FileId(0), page: 1 };
    for page in [PageId::primary(FILE_PAGES), PageId { file: FileId(3), page: 1 }, none] {
        let error = fixture.pool.read(DB, page).err().unwrap();
        let is_told = matches!(&error, PageError::Damaged { page: told, .. } if *told == page);
        assert!(is_told && error.to_string().contains("another page refers to it"), "{error}");
        assert_eq!(fixture.pool.read_ahead(DB, &[page]), 0);
    }
    assert_eq!(fixture.pool.free_frames(), 4);
}

#[test]
fn page_with_other_identity_is_not_written() {
    let fixture = stored();
    {
        let mut page = fixture.pool.write(DB, PageId::primary(FIRST)).unwrap();
        change(&fixture.log, &mut page, 9);
        page::set_identity(&mut page, PageId::primary(FIRST + 1), GUID);
    }
    let error = fixture.pool.write_back(DB, Lsn(u64::MAX)).unwrap_err();
    assert!(matches!(&error, PageError::Damaged { page, .. } if page.page == FIRST), "{error}");
    assert_eq!(page::verify(&fixture.raw(FIRST), PageId::primary(FIRST), GUID), page::Verdict::Ok);
}

#[test]
fn page_of_unattached_database_is_refused() {
    let fixture = Fixture::new(4);
    let (database, page) = (DatabaseId(9), PageId::primary(1));
    let error = fixture.pool.read(database, page).err().unwrap();
    assert!(matches!(error, PageError::NotAttached { .. }));
    assert!(matches!(fixture.pool.create(database, page).err(), Some(PageError::NotAttached { .. })));
    assert_eq!(fixture.pool.free_frames(), 4);
}
