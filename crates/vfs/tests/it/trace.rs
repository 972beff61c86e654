//! Traces record every call as it happened.

use crate::{filled, open, open_plain};
use sluice_base::sync::Arc;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::MemFs;
use sluice_vfs::trace::{Outcome, TraceFs};
use sluice_vfs::{Access, CallKind, Create, Durability, OpenOptions, Vfs};
use std::path::Path;

#[test]
fn trace_text_has_line_per_call_with_relative_path() {
    let vfs = TraceFs::new(Arc::new(MemFs::new(1))).relative_to(Path::new("/data"));
    vfs.create_dir_all(Path::new("/data")).unwrap();
    let lock = vfs.lock(Path::new("/data/sluice.lock")).unwrap();
    let options = OpenOptions { create: Create::New, access: Access::Direct, durability: Durability::Synchronous };
    let log = vfs.open(Path::new("/data/a_log.ldf"), options).unwrap();
    log.allocate(0, 8192).unwrap();
    log.write_at(&filled(1024, 1), 512).unwrap();
    log.write_at(&filled(1024, 1), 1).unwrap_err();
    let data = open_plain(&vfs, "/data/a.mdf");
    data.write_batch(&[(0, &[1; 10]), (50, &[2; 20])]).whole().unwrap();
    data.read_at(&mut [0; 5], 3).unwrap();
    assert_eq!(data.len().unwrap(), 70);
    data.sync().unwrap();
    vfs.rename(Path::new("/data/a.mdf"), Path::new("/data/b.mdf")).unwrap();
    vfs.sync_dir(Path::new("/data")).unwrap();
    vfs.remove(Path::new("/data/a.mdf")).unwrap_err();
    assert!(vfs.exists(Path::new("/elsewhere")).is_ok_and(|there| !there));
    vfs.list(Path::new("/data")).unwrap();
    drop(lock);
    let expected = "\
create_dir_all .
lock sluice.lock
open a_log.ldf new direct synchronous
allocate a_log.ldf 0+8192 direct synchronous
write a_log.ldf 512+1024 direct synchronous
write a_log.ldf 1+1024 direct synchronous failed: invalid input parameter
open a.mdf if-missing
write a.mdf 0+10
write a.mdf 50+20
read a.mdf 3+5
len a.mdf
sync a.mdf
rename a.mdf to b.mdf
sync_dir .
remove a.mdf failed: entity not found
exists /elsewhere
list .
";
    assert_eq!(vfs.text(), expected);
    let mark = vfs.mark();
    vfs.sync_dir(Path::new("/data")).unwrap();
    assert_eq!((vfs.text_since(mark), vfs.calls_since(mark).len()), ("sync_dir .\n".to_owned(), 1));
}

#[test]
fn synchronous_writes_are_counted_per_path() {
    for (vfs, remembers) in
        [(TraceFs::new(Arc::new(MemFs::new(1))), true), (TraceFs::counting(Arc::new(MemFs::new(1))), false)]
    {
        let log = open(&vfs, "log", Access::Direct, Durability::Synchronous);
        let header = open(&vfs, "log", Access::Direct, Durability::Deferred);
        for block in 0..3 {
            log.write_at(&filled(512, 1), block * 512).unwrap();
        }
        log.write_at(&[1; 3], 0).unwrap_err();
        header.write_at(&filled(512, 2), 0).unwrap();
        header.sync().unwrap();
        open(&vfs, "data", Access::Direct, Durability::Synchronous).write_at(&filled(512, 1), 0).unwrap();
        let counts = vfs.counts(Path::new("log"));
        assert_eq!((counts.synchronous_writes, counts.writes, counts.bytes_written, counts.syncs), (3, 4, 2048, 1));
        assert_eq!(vfs.synchronous_writes(Path::new("log")), 3);
        assert_eq!(vfs.synchronous_writes(Path::new("no such file")), 0);
        let paths: Vec<_> =
            vfs.all_counts().into_iter().map(|(path, counts)| (path, counts.synchronous_writes)).collect();
        assert_eq!(paths, [("data".into(), 1), ("log".into(), 3)]);
        let remembered = vfs.calls().iter().filter(|call| call.is_synchronous_write()).count();
        assert_eq!(remembered, if remembers { 4 } else { 0 });
        assert_eq!(vfs.calls().is_empty(), !remembers);
    }
}

/// A call that runs inside another is recorded first, and the outer call's record shows that it
/// began earlier.
#[test]
fn overlapping_calls_record_began_after() {
    let inner = Arc::new(MemFs::new(1));
    let fault = Arc::new(FaultFs::new(inner, FaultPlan::none()));
    let vfs = Arc::new(TraceFs::new(fault.clone()));
    let (outer, within) = (open_plain(&*vfs, "outer"), open_plain(&*vfs, "within"));
    // The plan owns the hook, and the file refers to the plan: a strong reference here would leak
    // all three.
    let file = Arc::downgrade(&within);
    let hook = Arc::new(move |_: &sluice_vfs::fault::CallSite<'_>| file.upgrade().unwrap().sync().unwrap());
    fault.arm(Rule::new(Fault::Hook(hook)).path("outer"));
    outer.write_at(&[1], 0).unwrap();
    let calls: Vec<_> = vfs.calls().into_iter().map(|call| (call.kind, call.began_after, call.outcome)).collect();
    assert_eq!(calls[2..], [(CallKind::Sync, 2, Outcome::Done), (CallKind::Write, 2, Outcome::Done)]);
}
