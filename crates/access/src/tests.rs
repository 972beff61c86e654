//! Tests over the whole storage tower, on memory files.

mod rig;

#[cfg(not(feature = "shuttle"))]
mod bulk;

#[cfg(not(feature = "shuttle"))]
mod compressed;

#[cfg(not(feature = "shuttle"))]
mod crash;

#[cfg(not(feature = "shuttle"))]
mod damage;

#[cfg(not(feature = "shuttle"))]
mod files;

#[cfg(not(feature = "shuttle"))]
mod fixture;

#[cfg(not(feature = "shuttle"))]
mod form;

#[cfg(not(feature = "shuttle"))]
mod heap;

#[cfg(not(feature = "shuttle"))]
mod heap_room;

#[cfg(not(feature = "shuttle"))]
mod lob;
#[cfg(not(feature = "shuttle"))]
mod lob_extend;

#[cfg(not(feature = "shuttle"))]
mod compressed_crash;

#[cfg(not(feature = "shuttle"))]
mod merge;

#[cfg(not(feature = "shuttle"))]
mod objects;

#[cfg(not(feature = "shuttle"))]
mod ranges;

#[cfg(not(feature = "shuttle"))]
mod read_ahead;

#[cfg(not(feature = "shuttle"))]
mod redo;

#[cfg(not(feature = "shuttle"))]
mod physical;

#[cfg(not(feature = "shuttle"))]
mod row_locks;

#[cfg(not(feature = "shuttle"))]
mod sequence;

#[cfg(not(feature = "shuttle"))]
mod shared;

#[cfg(feature = "shuttle")]
mod shuttled;

#[cfg(not(feature = "shuttle"))]
mod shrink;

#[cfg(not(feature = "shuttle"))]
mod speed;

#[cfg(not(feature = "shuttle"))]
mod sweep;

#[cfg(not(feature = "shuttle"))]
mod temporary;

#[cfg(not(feature = "shuttle"))]
mod tree;

#[cfg(not(feature = "shuttle"))]
mod tree_load;

#[cfg(not(feature = "shuttle"))]
mod tree_rows;

#[cfg(not(feature = "shuttle"))]
mod versions;
mod work_files;
