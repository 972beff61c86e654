//! Databases of format 5: converted at the start if they were closed properly, refused otherwise,
//! and never lost in between.

use crate::fixtures::{gives_its_rows, machine};
use crate::rig::{Rig, error, ints, ok};
use sluice_base::codec::get_u32;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};

/// Returns the format versions of the data file and of the log of A.
fn versions(rig: &Rig) -> (u32, u32) {
    (get_u32(&rig.bytes("A.mdf"), 104), get_u32(&rig.bytes("A_log.ldf"), 12))
}

fn copy(disk: &MemFs, seed: u64, mode: CrashMode) -> Rig {
    Rig::on(disk.crash_copy(seed, mode))
}

#[test]
fn closed_database_of_format_5_is_converted() {
    let rig = machine("format5_closed");
    assert_eq!(versions(&rig), (5, 3));
    gives_its_rows(&rig, "closed");
    assert_eq!(versions(&rig), (6, 4));
    assert!(rig.names().iter().all(|name| !name.ends_with(".format6")), "{:?}", rig.names());
    let (_instance, mut session) = rig.connect();
    assert_eq!(ints(&mut session, "USE A; SELECT COUNT(*) FROM dbo.Rows WHERE text = 'new';"), [1]);
}

#[test]
fn database_of_format_5_that_needs_recovery_is_refused() {
    let rig = machine("format5_killed");
    let before: Vec<Vec<u8>> = ["master.mdf", "mastlog.ldf"].map(|name| rig.bytes(name)).into();
    let refused = rig.open().err().expect("master needs recovery").to_string();
    assert!(refused.contains("was not closed properly") && refused.contains("the version of Sluice"), "{refused}");
    let after: Vec<Vec<u8>> = ["master.mdf", "mastlog.ldf"].map(|name| rig.bytes(name)).into();
    assert!(before == after, "nothing was changed");
    assert!(rig.names().iter().all(|name| !name.ends_with(".format6")), "{:?}", rig.names());
}

#[test]
fn earlier_data_file_beside_converted_log_is_refused() {
    let rig = machine("format5_closed");
    let earlier = rig.bytes("A.mdf");
    let (instance, mut session) = rig.connect();
    ok(&mut session, "USE A;");
    drop(session);
    instance.close().unwrap();
    let file = rig.file("A.mdf");
    file.write_at(&earlier, 0).unwrap();
    let (_instance, mut session) = rig.connect();
    let (number, text) = error(&mut session, "USE A;");
    assert_eq!(number, 926, "{text}");
    assert!(text.contains("A.mdf") && text.contains("put back the data file"), "{text}");
}

/// Opens the instance and A.
fn opened(rig: &Rig) -> bool {
    let Ok(instance) = rig.open() else { return false };
    let mut session = instance.connect().unwrap();
    let used = crate::rig::run(&mut session, "USE A;").first_error().is_none();
    drop(session);
    instance.close().is_ok() && used
}

#[test]
fn power_cut_at_any_call_of_conversion_loses_nothing() {
    let whole = machine("format5_closed");
    assert!(opened(&whole));
    let calls = whole.faults.calls();
    let fixture = machine("format5_closed");
    let mut converted = 0;
    for call in (0..calls).step_by(if cfg!(debug_assertions) { 7 } else { 1 }) {
        let rig = copy(&fixture.disk, call, CrashMode::ProcessKill);
        rig.faults.arm(Rule::new(Fault::PowerCut).nth(call));
        // The last calls remove what the next start needs no longer, so `opened` can succeed
        // although they fail. The number of calls varies with the background threads.
        let has_opened = opened(&rig);
        if !rig.faults.is_cut() {
            break;
        }
        assert!(!has_opened || call + 20 > calls, "call {call}");
        let mode = [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED][call as usize % 3];
        let after = copy(&rig.disk, call, mode);
        converted += u64::from(versions(&after).0 == 6);
        gives_its_rows(&after, "closed");
    }
    assert!(converted > 0, "some cuts come after the conversion of A");
}

#[test]
fn failing_call_of_conversion_leaves_the_database_usable() {
    let whole = machine("format5_closed");
    assert!(opened(&whole));
    let calls = whole.faults.calls();
    let fixture = machine("format5_closed");
    for call in (0..calls).step_by(if cfg!(debug_assertions) { 11 } else { 1 }) {
        let rig = copy(&fixture.disk, call, CrashMode::ProcessKill);
        let fault = if call % 2 == 0 { Fault::Enospc } else { Fault::Eio };
        rig.faults.arm(Rule::new(fault).nth(call));
        opened(&rig);
        gives_its_rows(&copy(&rig.disk, call, CrashMode::ProcessKill), "closed");
    }
}

#[test]
fn failing_log_between_the_renames_keeps_the_new_data_file() {
    let rig = machine("format5_closed");
    rig.faults.arm(Rule::new(Fault::Eio).on(CallKind::Rename).path("A.mdf.format6"));
    assert!(!opened(&rig));
    assert_eq!(versions(&rig), (5, 4), "the log was converted, the data file not yet");
    for call in 0.. {
        let rig = copy(&rig.disk, call, CrashMode::ProcessKill);
        rig.faults.arm(Rule::new(Fault::Eio).path("A_log.ldf").nth(call));
        let has_opened = opened(&rig);
        gives_its_rows(&copy(&rig.disk, call, CrashMode::ProcessKill), "closed");
        if has_opened && call > 20 {
            break;
        }
    }
}
