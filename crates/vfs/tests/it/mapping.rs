//! Mapped files after a killed process and after a power cut, and on the system's files.

use crate::{contents, open_plain};
use proptest::prelude::*;
use sluice_base::sync::Arc;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::os::OsFs;
use sluice_vfs::{CallKind, Vfs};
use std::path::Path;

const PATH: &str = "/ring";

#[derive(Clone, Debug)]
enum Step {
    Write(usize, Vec<u8>),
    Publish(usize, u64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0usize..9_000, prop::collection::vec(any::<u8>(), 0..900)).prop_map(|(at, bytes)| Step::Write(at, bytes)),
        (0usize..1_237, any::<u64>()).prop_map(|(at, number)| Step::Publish(at * 8, number)),
    ]
}

/// Maps 9,900 bytes of the file, does the steps, and returns the content of the mapping and then of
/// the file.
fn run(vfs: &dyn Vfs, path: &str, steps: &[Step]) -> (Vec<u8>, Vec<u8>) {
    let mut mapped = vfs.map(Path::new(path), 9_900).unwrap();
    for step in steps {
        match step {
            Step::Write(at, bytes) => mapped.write(*at, bytes),
            Step::Publish(at, number) => mapped.publish(*at, *number),
        }
    }
    let mut seen = vec![0; mapped.len()];
    mapped.read(0, &mut seen);
    (seen, contents(vfs, path).unwrap())
}

proptest! {
    #[test]
    fn mapping_equals_file_in_memory_and_on_system(steps in prop::collection::vec(step(), 0..30)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ring");
        let of_system = run(&OsFs::new(), path.to_str().unwrap(), &steps);
        let in_memory = run(&MemFs::new(1), PATH, &steps);
        prop_assert_eq!(&of_system, &in_memory);
        prop_assert_eq!(of_system.0, of_system.1);
    }
}

#[test]
fn mapping_keeps_existing_bytes_and_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring");
    std::fs::write(&path, [7; 5_000]).unwrap();
    for (vfs, path) in
        [(Arc::new(OsFs::new()) as Arc<dyn Vfs>, path.to_str().unwrap()), (Arc::new(MemFs::new(1)), PATH)]
    {
        open_plain(&*vfs, path).write_at(&[7; 5_000], 0).unwrap();
        let mut bytes = vec![0; 6_000];
        vfs.map(Path::new(path), 6_000).unwrap().read(0, &mut bytes);
        assert_eq!(bytes, [vec![7; 5_000], vec![0; 1_000]].concat());
        drop(vfs.map(Path::new(path), 100).unwrap());
        assert_eq!(contents(&*vfs, path).unwrap().len(), 6_000);
    }
}

#[test]
fn mapped_stores_survive_kill_and_randomly_power_cut() {
    let mem = MemFs::new(3);
    let mut mapped = mem.map(Path::new(PATH), 8_192).unwrap();
    open_plain(&mem, PATH).sync().unwrap();
    mem.sync_dir(Path::new("/")).unwrap();
    mapped.write(100, &[1; 8_000]);
    let expected = [vec![0; 100], vec![1; 8_000], vec![0; 92]].concat();
    let killed = mem.crash_copy(1, CrashMode::ProcessKill);
    assert_eq!(contents(&killed, PATH).unwrap(), expected);
    let lost = killed.crash(CrashMode::LOSE_UNSYNCED);
    assert_eq!(contents(&lost, PATH).unwrap(), vec![0; 8_192], "killed first, cut then");
    let kept = mem.crash_copy(1, CrashMode::KEEP_UNSYNCED);
    assert_eq!(contents(&kept, PATH).unwrap(), expected);
    let mut mixed = 0;
    for seed in 0..20 {
        let cut = contents(&mem.crash_copy(seed, CrashMode::POWER_CUT), PATH).unwrap();
        let sectors: Vec<bool> = cut.chunks(512).zip(expected.chunks(512)).map(|(cut, whole)| cut == whole).collect();
        let blank = cut.chunks(512).zip(&sectors).all(|(cut, kept)| *kept || cut.iter().all(|byte| *byte == 0));
        assert!(blank, "a sector is old or new");
        mixed += usize::from(sectors.contains(&true) && sectors.contains(&false));
    }
    assert!(mixed > 10, "{mixed}");
    open_plain(&mem, PATH).sync().unwrap();
    assert_eq!(contents(&mem.crash(CrashMode::LOSE_UNSYNCED), PATH).unwrap(), expected, "a sync saves it");
}

#[test]
fn mapped_store_after_crash_or_power_cut_is_ignored() {
    let mem = Arc::new(MemFs::new(3));
    let faulty = FaultFs::new(mem.clone(), FaultPlan::power_cut_at(2));
    let mut mapped = faulty.map(Path::new(PATH), 64).unwrap();
    mapped.write(0, &[1; 8]);
    assert!(faulty.exists(Path::new(PATH)).unwrap());
    assert!(faulty.exists(Path::new(PATH)).is_err() && faulty.is_cut());
    mapped.write(8, &[2; 8]);
    mapped.publish(16, 3);
    let mut direct = mem.map(Path::new(PATH), 64).unwrap();
    let after = mem.crash(CrashMode::ProcessKill);
    direct.write(24, &[4; 8]);
    assert_eq!(contents(&after, PATH).unwrap(), [vec![1; 8], vec![0; 56]].concat());
}

#[test]
fn boot_id_changes_on_power_cut_only() {
    let mem = MemFs::new(3);
    let first = mem.boot_id().unwrap();
    let killed = mem.crash(CrashMode::ProcessKill);
    assert_eq!(killed.boot_id(), Some(first));
    let cut = killed.crash(CrashMode::POWER_CUT);
    assert!(cut.boot_id().is_some_and(|second| second != first));
    assert!(
        cut.crash(CrashMode::POWER_CUT).boot_id().is_some_and(|third| third != first && Some(third) != cut.boot_id())
    );
    assert_eq!(MemFs::volatile(u64::MAX).boot_id(), None, "nothing of it is there after the process");
    #[cfg(target_os = "linux")]
    {
        let system = OsFs::new().boot_id();
        assert!(system.is_some_and(|boot| boot.0 != 0) && system == OsFs::new().boot_id());
    }
}

#[test]
fn faults_affect_the_map_call() {
    use sluice_vfs::fault::{Fault, Rule};
    let mem = Arc::new(MemFs::new(3));
    let faulty = FaultFs::new(mem, FaultPlan::from_rule(Rule::new(Fault::Enospc).on(CallKind::Map)));
    assert!(faulty.map(Path::new(PATH), 64).err().is_some_and(|error| error.is_disk_full()));
}
