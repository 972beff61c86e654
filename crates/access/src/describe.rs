//! Descriptions of the access methods' records for the view of the log (`sys.fn_dblog`), in SQL
//! Server's words if it has any.

use crate::edit::{self, Edit};
use crate::layout::PAGE_ID_SIZE;
use crate::records::{self, Section, Sections};
use sluice_base::codec::Reader;
use sluice_base::ids::{ObjectId, PageId};
use sluice_txn::Record;

/// The description of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Description {
    /// The operation.
    pub operation: &'static str,
    /// The context: the kind of page or row changed.
    pub context: &'static str,
    /// The slot on the page; the first one for consecutive rows.
    pub slot: Option<u16>,
}

/// Describes a record of [`sluice_txn::FIRST_HANDLER_KIND`] or above. Returns `None` if it is
/// malformed. It has operation, context and slot. A system record is described by its first edit.
pub fn describe(record: &Record<'_>) -> Option<Description> {
    let (operation, context, slot_at) = match record.kind {
        records::HEAP_INSERT | records::HEAP_ROWS | records::HEAP_RESTORE => ("LOP_INSERT_ROWS", HEAP, Some(0)),
        records::HEAP_REMOVE | records::HEAP_ROWS_GONE => ("LOP_DELETE_ROWS", HEAP, Some(0)),
        records::HEAP_DELETE => ("LOP_DELETE_ROWS", GHOST, Some(0)),
        records::HEAP_UPDATE | records::HEAP_REVERT | records::HEAP_FORWARD => ("LOP_MODIFY_ROW", HEAP, Some(0)),
        records::HEAP_UNDONE => ("LOP_MODIFY_COLUMNS", HEAP, None),
        records::TREE_INSERT | records::TREE_RESTORE => ("LOP_INSERT_ROWS", LEAF, Some(PAGE_ID_SIZE)),
        records::TREE_REMOVE => ("LOP_DELETE_ROWS", LEAF, Some(PAGE_ID_SIZE)),
        records::TREE_GHOST => ("LOP_DELETE_ROWS", GHOST, Some(PAGE_ID_SIZE)),
        records::TREE_UPDATE | records::TREE_REVERT => ("LOP_MODIFY_ROW", LEAF, Some(PAGE_ID_SIZE)),
        records::OBJECT_CREATE => ("LOP_FORMAT_PAGE", IAM, None),
        records::OBJECT_GONE => ("LOP_SET_BITS", IAM, None),
        records::LOB_ADD | records::LOB_GONE => ("LOP_MODIFY_ROW", TEXT, None),
        records::SYSTEM => return first_edit(record.payload).map(|edit| of_edit(&edit)),
        _ => return None,
    };
    let slot = match slot_at {
        Some(at) => Some(Reader::new(record.payload.get(at..)?).u16().ok()?),
        None => None,
    };
    Some(Description { operation, context, slot })
}

/// Returns the pages that a record formats as pages of an object, with the object. Records that
/// can't be decoded give none or the pages before the fault.
pub fn formatted_pages(record: &Record<'_>) -> Vec<(PageId, ObjectId)> {
    let object_of = |edits: &[u8]| match Edit::decode(&mut Reader::new(edits)) {
        Ok(Edit::Format { object, .. }) if edit::formats(edits) => Some(object),
        _ => None,
    };
    let sections = match record.kind {
        records::OBJECT_CREATE => {
            return object_of(record.payload).map(|object| (record.page, object)).into_iter().collect();
        }
        records::SYSTEM => record.payload,
        records::LOB_ADD => record.payload.get(PAGE_ID_SIZE..).unwrap_or_default(),
        _ => return Vec::new(),
    };
    let sections = Sections::decode(sections).into_iter().flatten().map_while(Result::ok);
    sections.filter_map(|Section { page, edits }| Some((page, object_of(edits)?))).collect()
}

/// Returns the pages that a record of a load formats without logging their rows or entries. A
/// record that can't be decoded gives none or the pages before the fault.
pub(crate) fn unlogged_pages(record: &Record<'_>) -> Vec<PageId> {
    if record.kind != records::SYSTEM {
        return Vec::new();
    }
    let is_unlogged = |edits: &[u8]| {
        let mut reader = Reader::new(edits);
        std::iter::from_fn(|| Edit::decode(&mut reader).ok()).any(|edit| edit == Edit::Unlogged)
    };
    let sections = Sections::decode(record.payload).into_iter().flatten().map_while(Result::ok);
    sections.filter(|section| is_unlogged(section.edits)).map(|section| section.page).collect()
}

fn first_edit(payload: &[u8]) -> Option<Edit<'_>> {
    let section = Sections::decode(payload).ok()?.next()?.ok()?;
    Edit::decode(&mut Reader::new(section.edits)).ok()
}

/// Describes a change of structure by its first edit.
fn of_edit(edit: &Edit<'_>) -> Description {
    let (operation, context) = match edit {
        Edit::Format { .. } => ("LOP_FORMAT_PAGE", NONE),
        Edit::Truncate { .. } => ("LOP_DELETE_SPLIT", LEAF),
        Edit::Rows { .. } => ("LOP_INSERT_ROWS", HEAP),
        Edit::ClearRow { .. } => ("LOP_EXPUNGE_ROWS", HEAP),
        Edit::Extent { .. } => ("LOP_SET_BITS", "LCX_GAM"),
        Edit::IamPush { .. } | Edit::IamUse(_) | Edit::IamTruncate(_) => ("LOP_SET_BITS", IAM),
        Edit::FilePages(_) => ("LOP_FILE_HDR_MODIFY", "LCX_FILE_HEADER"),
        Edit::Boot { .. } => ("LOP_MODIFY_ROW", "LCX_BOOT_PAGE"),
        Edit::Recovery(_) | Edit::Filling(_) | Edit::LobFilegroup(_) => ("LOP_MODIFY_ROW", IAM),
        Edit::Lob { .. } | Edit::LobUnit { .. } => ("LOP_MODIFY_ROW", TEXT),
        _ => ("LOP_MODIFY_HEADER", NONE),
    };
    Description { operation, context, slot: None }
}

const HEAP: &str = "LCX_HEAP";
const LEAF: &str = "LCX_INDEX_LEAF";
const GHOST: &str = "LCX_MARK_AS_GHOST";
const IAM: &str = "LCX_IAM";
const TEXT: &str = "LCX_TEXT_MIX";
const NONE: &str = "LCX_NULL";
