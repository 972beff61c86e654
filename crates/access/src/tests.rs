//! Tests over the whole storage tower, on memory files.

mod rig;

mod crash;

mod damage;

mod heap;

mod objects;

mod sequence;

mod speed;

mod temporary;

mod tree;
