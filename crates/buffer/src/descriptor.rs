//! Description of a cached page.

use crate::page::PageType;
use sluice_base::ids::{DatabaseId, PageId};

/// A page in memory or in the extension, shown by `sys.dm_os_buffer_descriptors`.
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
    /// Whether the page is in the extension and not in memory.
    pub is_in_extension: bool,
}
