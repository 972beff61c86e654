//! Tests of batches against an in-memory instance: text in, transcript out.

mod rig;

mod calls;
mod definitions;
mod errors;
mod indexes;
mod join_orders;
mod language;
mod parallel;
mod queries;
mod recovery;
mod row_changes;
mod sequences;
mod sessions;
mod shared_programs;
mod showplan;
mod showplan_schema;
mod speed;
mod storage_faults;
mod transactions;
mod typed_chunks;
mod vectors;
