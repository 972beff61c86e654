//! The system's own views, functions and procedures.
//!
//! The catalog is the same for all instances of a process. The first look-up makes it; a start and
//! statements that name users' objects alone do without.

use sluice_base::heap;
use sluice_base::sync::{Arc, OnceLock};
use sluice_catalog::Module;
use sluice_exec::batch::system_procedure_names;
use sluice_session::SystemView;
use sluice_session::system_object::SystemObject;

/// The system's own objects.
pub(crate) struct SystemCatalog {
    /// The views and functions in Rust.
    pub(crate) views: Vec<Arc<dyn SystemView>>,
    /// The views and procedures in T-SQL.
    pub(crate) text_modules: Vec<Arc<Module>>,
    /// All views, functions and procedures, in the order of their ids.
    pub(crate) objects: Vec<SystemObject>,
    /// The memory that the catalog takes; 0 if the process doesn't count its heap.
    pub(crate) heap_bytes: i64,
}

impl SystemCatalog {
    /// Returns the catalog of the process. The thread that makes it is not charged with its memory.
    pub(crate) fn get() -> &'static SystemCatalog {
        static MADE: OnceLock<SystemCatalog> = OnceLock::new();
        MADE.get_or_init(SystemCatalog::new)
    }

    fn new() -> SystemCatalog {
        let before = heap::thread_bytes();
        let views = sluice_sysviews::all();
        let text_modules = [sluice_sysviews::text_views(), sluice_sysviews::text_procedures()].concat();
        let definitions = views.iter().map(|view| Arc::clone(view.def()));
        let objects = SystemObject::all(definitions, &text_modules, system_procedure_names());
        let heap_bytes = heap::thread_bytes() - before;
        heap::disown(heap_bytes);
        SystemCatalog { views, text_modules, objects, heap_bytes }
    }
}
