//! Persistent memory: lines after a power cut, faults, and the system's files.

use crate::contents;
use sluice_base::sync::Arc;
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs, MemOptions};
use sluice_vfs::os::OsFs;
use sluice_vfs::persistent::is_without_dax;
use sluice_vfs::{CallKind, Persistence, PersistentMemory, Vfs};
use std::path::Path;

const PATH: &str = "/buffer";
const BYTES: usize = 8_192;

/// Makes a durable file of zeroes.
fn make(vfs: &dyn Vfs) {
    let file = crate::open_plain(vfs, PATH);
    file.write_at(&[0; BYTES], 0).unwrap();
    file.sync().unwrap();
    vfs.sync_dir(Path::new("/")).unwrap();
}

fn map(vfs: &dyn Vfs) -> Box<dyn PersistentMemory> {
    vfs.map_persistent(Path::new(PATH), BYTES, Persistence::Durable).unwrap()
}

#[test]
fn written_back_lines_survive_and_others_are_lost_or_kept() {
    let mem = MemFs::new(1);
    make(&mem);
    let mut memory = map(&mem);
    memory.store(0, &[1; 200]);
    memory.write_back(0, 128);
    memory.store_word(4_096, u64::MAX);
    let first = |mode, seed| contents(&mem.crash_copy(seed, mode), PATH).unwrap();
    let lost = first(CrashMode::LOSE_UNSYNCED, 0);
    assert!(lost[..128].iter().all(|byte| *byte == 1) && lost[128..].iter().all(|byte| *byte == 0));
    let kept = first(CrashMode::KEEP_UNSYNCED, 0);
    assert!(kept[..200].iter().all(|byte| *byte == 1) && kept[4_096..4_104] == [255; 8]);
    let (mut words, mut torn) = ([false; 2], 0);
    for seed in 0..60 {
        let cut = first(CrashMode::POWER_CUT, seed);
        assert_eq!(cut[..128], [1; 128], "written back");
        words[usize::from(cut[4_096] != 0)] = true;
        assert!(cut[4_096..4_104] == [0; 8] || cut[4_096..4_104] == [255; 8], "a word never tears");
        let line: Vec<u8> = (128..192).step_by(8).map(|at| cut[at]).collect();
        torn += usize::from(line.contains(&0) && line.contains(&1));
    }
    assert!(words == [true; 2] && torn > 5, "{torn} lines are torn");
    let killed = first(CrashMode::ProcessKill, 0);
    assert_eq!(killed, kept, "the end of the process loses nothing");
}

#[test]
fn power_cut_between_stores_ends_later_ones_and_lies_lose_lines() {
    let mem = Arc::new(MemFs::new(1));
    make(&*mem);
    for cut in 0..4 {
        let copy = Arc::new(mem.crash_copy(0, CrashMode::ProcessKill));
        let faulty = FaultFs::new(copy.clone(), FaultPlan::from_rule(Rule::new(Fault::PowerCut).nth(1 + cut)));
        let mut memory = map(&faulty);
        memory.store(0, &[1; 8]);
        memory.write_back(0, 8);
        memory.store(8, &[2; 8]);
        memory.write_back(0, 16);
        let after = contents(&copy.crash_copy(0, CrashMode::LOSE_UNSYNCED), PATH).unwrap();
        assert_eq!((after[0], after[8]), (u8::from(cut > 1), 0), "cut at {cut}");
    }
    let faulty = FaultFs::new(mem.clone(), FaultPlan::none());
    faulty.arm(Rule::new(Fault::LyingSync).on(CallKind::WriteBack).nth(0));
    let mut memory = map(&faulty);
    memory.store(0, &[1; 8]);
    memory.write_back(0, 8);
    assert_eq!(contents(&mem.crash_copy(0, CrashMode::LOSE_UNSYNCED), PATH).unwrap()[0], 0);
}

#[test]
fn file_without_dax_is_refused_or_simulated() {
    let mem = MemFs::with_options(MemOptions { has_dax: false, ..MemOptions::powersafe(1) });
    make(&mem);
    let refused = mem.map_persistent(Path::new(PATH), BYTES, Persistence::Durable).err().unwrap();
    assert!(is_without_dax(&refused) && refused.to_string().contains("DAX"), "{refused}");
    let mut memory = mem.map_persistent(Path::new(PATH), BYTES, Persistence::Simulated).unwrap();
    memory.store(0, &[1; 8]);
    memory.write_back(0, 8);
    assert_eq!(contents(&mem, PATH).unwrap()[0], 1);
    assert_eq!(contents(&mem.crash_copy(0, CrashMode::LOSE_UNSYNCED), PATH).unwrap()[0], 0);
}

#[cfg(target_os = "linux")]
#[test]
fn simulated_memory_of_system_writes_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("buffer");
    std::fs::write(&path, [0; BYTES]).unwrap();
    let vfs = OsFs::new();
    let mut memory = vfs.map_persistent(&path, BYTES, Persistence::Simulated).unwrap();
    memory.store(100, &[7; 300]);
    memory.write_back(100, 300);
    memory.store_word(1_000, 5);
    memory.write_back(1_000, 8);
    memory.write_back(BYTES - 1, 1);
    assert_eq!(memory.len(), BYTES);
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes[100..400].iter().all(|byte| *byte == 7) && bytes[1_000..1_008] == 5u64.to_le_bytes());
    let longer = vfs.map_persistent(&path, BYTES + 1, Persistence::Simulated);
    assert!(longer.is_err(), "a store beyond the end of the file would end the process");
    // A file system of this machine that accepts MAP_SYNC would pass as well.
    let durable = vfs.map_persistent(&path, BYTES, Persistence::Durable);
    assert!(durable.err().is_none_or(|error| is_without_dax(&error)));
}
