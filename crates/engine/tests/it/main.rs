//! Integration tests of the engine on simulated disks: user errors and disk faults.

mod dice;
mod rig;

mod access_paths;
mod across_databases;

mod altered_tables;
mod attached_files;
mod data_files;
mod database_copies;
mod database_snapshots;
mod receipts;
mod source_database;

mod changing_sessions;
mod conversion;
mod modified_extents;

mod busy_reverts;
mod snapshots;
mod stalled_disk;

mod statement_counts;
mod statements;

mod damaged_page;

mod damaged_log;

mod damaged_header;
mod dates;

mod full_disk;

mod elsewhere;
mod error_log;
mod event_sessions;
mod failing_log;

mod interrupted;

mod cancelled;

mod parallel_plans;

mod persisted_log_buffer;

mod descriptors;
mod folder;

mod compressed_fixture;

mod fixtures;

mod fixtures_mended;

mod sessions;
mod shared_copies;
mod short_memory;
mod spilling;

mod indexed_views;
mod plans_agree;
mod pool_extension;
mod pulled;
mod read_past;
mod requests;
mod restarts;
mod row_locks;

mod temporary_sequence;

mod application_locks;
mod bulk_loads;

mod histories;
mod key_ranges;
mod keys;
mod killed;
mod long_values;
mod longest_values;

mod definitions;
mod many_databases;
mod temporary_tables;
