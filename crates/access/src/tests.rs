//! Tests over the whole storage tower, on memory files.

mod rig;

mod bulk;

mod crash;

mod damage;

mod heap;

mod objects;

mod row_locks;

mod sequence;

mod speed;

mod sweep;

mod temporary;

mod tree;

mod versions;
