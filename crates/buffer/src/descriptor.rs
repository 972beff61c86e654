//! Description of a page in memory.

use crate::page::PageType;
use sluice_base::ids::{DatabaseId, PageId};

/// A page in memory, shown by `sys.dm_os_buffer_descriptors`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descriptor {
    /// The page's database.
    pub database: DatabaseId,
    /// The page.
    pub page: PageId,
    /// The page's type. `None` if the page was being read or changed.
    pub page_type: Option<PageType>,
    /// Whether the page has changes that its file lacks.
    pub is_dirty: bool,
}
