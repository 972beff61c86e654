//! The events `physical_page_read` and `physical_page_write`.

use crate::cache::Cache;
use crate::frame::PageKey;
use sluice_base::events::{EventKind, FieldValue};

impl Cache {
    /// Raises an event of the page `key`.
    #[inline]
    pub(crate) fn raise(&self, kind: EventKind, key: PageKey) {
        let events = self.waits.events();
        events.raise(kind, || {
            let (file, page) = (FieldValue::UInt(key.id().file.0.into()), FieldValue::UInt(key.id().page.into()));
            vec![events.database_of(key.database()), file, page]
        });
    }
}
