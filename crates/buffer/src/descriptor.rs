//! What the pool tells of a page that it has.

use crate::page::PageType;
use sluice_base::ids::{DatabaseId, PageId};

/// A page in memory; `sys.dm_os_buffer_descriptors`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descriptor {
    /// Its database.
    pub database: DatabaseId,
    /// The page.
    pub page: PageId,
    /// What it is; `None` where it was being read or changed.
    pub page_type: Option<PageType>,
    /// Whether it has changes that its file does not have.
    pub is_dirty: bool,
}
