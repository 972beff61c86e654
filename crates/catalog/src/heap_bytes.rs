//! How much of the heap the objects of a snapshot have.
//!
//! An object is measured by the count of the allocator while a copy of it is made, so the measure
//! follows every field. The texts of modules, which copies share, are added. Where the process
//! doesn't count its heap the result is 0.

use crate::change::Change;
use crate::module::Module;
use crate::object::Object;
use crate::snapshot::Catalog;
use sluice_base::heap;

impl Catalog {
    /// Returns the bytes of the heap that its objects have. The time it takes grows with the number
    /// of objects. Sequences are left out; modules and tables count with a fixed share of the maps.
    /// 0 where the heap isn't counted.
    pub fn heap_bytes(&self) -> u64 {
        if !heap::is_counted() {
            return 0;
        }
        let tables = self.tables().into_iter().map(|table| copied_bytes(&**table));
        let modules = self.all_modules().into_iter().map(|module| module_bytes(module));
        let security = copied_bytes(&**self.security());
        let count = self.tables().len() + self.all_modules().len();
        let bytes = tables.chain(modules).sum::<i64>() + security;
        u64::try_from(bytes).unwrap_or(0) + (count * ENTRIES_BYTES) as u64
    }
}

/// Takes the memory of published objects out of this thread's count, because no request owns it any
/// more. The memory of dropped objects returns to the count, because the thread frees it. A
/// replaced object counts by the difference of its copies; other kinds of changes don't count.
pub fn disown_published(changes: &[Change]) {
    if !heap::is_counted() {
        return;
    }
    let bytes = |object: &Option<Object>| match object {
        None => 0,
        Some(Object::Table(table)) => copied_bytes(&**table),
        Some(Object::Sequence(sequence)) => copied_bytes(&**sequence),
        Some(Object::Module(module)) => module_bytes(module),
    };
    let grown = changes.iter().map(|change| match change {
        Change::Object(before, after) => bytes(after) - bytes(before),
        _ => 0,
    });
    heap::disown(grown.sum());
}

fn module_bytes(module: &Module) -> i64 {
    let rows = module.rows.as_ref().map_or(0, |rows| copied_bytes(&**rows));
    copied_bytes(module) + module.definition.len() as i64 + rows
}

/// The bytes that a copy of `object` allocates, and those of the object itself.
fn copied_bytes<T: Clone>(object: &T) -> i64 {
    let before = heap::thread_bytes();
    let copy = object.clone();
    let bytes = heap::thread_bytes() - before;
    drop(copy);
    bytes + size_of::<T>() as i64
}

/// Bytes that the maps of a snapshot have for one object: its id, its name, its dates.
const ENTRIES_BYTES: usize = 300;
