//! Several threads on a file system in memory.

use crate::{contents, open, open_plain};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::trace::TraceFs;
use sluice_vfs::{Access, Durability, Vfs};
use std::path::Path;

const SLOTS: u64 = 2000;

/// All bytes acknowledged as durable to four writers before a crash exist afterwards.
#[test]
fn crash_during_writes_keeps_acknowledged_bytes() {
    for seed in 0..10 {
        let mem = Arc::new(MemFs::new(seed));
        let acknowledged: Vec<AtomicU64> = (0..4).map(|_| AtomicU64::new(0)).collect();
        for writer in 0..4 {
            open_plain(&*mem, &format!("f{writer}"));
        }
        mem.sync_dir(Path::new("")).unwrap();
        let after = std::thread::scope(|scope| {
            for (writer, acknowledged) in acknowledged.iter().enumerate() {
                let file = open(&*mem, &format!("f{writer}"), Access::Buffered, Durability::Synchronous);
                scope.spawn(move || {
                    for slot in 0..SLOTS {
                        if file.write_at(&(slot + 1).to_le_bytes(), slot * 8).is_err() {
                            return;
                        }
                        acknowledged.store(slot + 1, Ordering::SeqCst);
                    }
                });
            }
            while acknowledged.iter().any(|slots| slots.load(Ordering::SeqCst) < SLOTS / 10) {
                std::thread::yield_now();
            }
            mem.crash(CrashMode::LOSE_UNSYNCED)
        });
        for (writer, acknowledged) in acknowledged.iter().enumerate() {
            let bytes = contents(&after, &format!("f{writer}")).unwrap();
            assert!(bytes.len() as u64 >= acknowledged.load(Ordering::SeqCst) * 8);
            for (slot, bytes) in bytes.chunks(8).enumerate() {
                assert_eq!(bytes, (slot as u64 + 1).to_le_bytes());
            }
        }
    }
}

#[test]
fn trace_records_calls_of_all_threads() {
    let vfs = TraceFs::new(Arc::new(MemFs::new(1)));
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let file = open(&vfs, &format!("f{}", writer % 2), Access::Buffered, Durability::Synchronous);
            scope.spawn(move || (0..500).for_each(|slot| file.write_at(&[writer], slot * 8).unwrap()));
        }
    });
    let calls = vfs.calls();
    assert_eq!(calls.len(), 4 + 2000);
    assert!(calls.iter().enumerate().all(|(index, call)| call.began_after <= index));
    assert_eq!(vfs.synchronous_writes(Path::new("f0")) + vfs.synchronous_writes(Path::new("f1")), 2000);
}
