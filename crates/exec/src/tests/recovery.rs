//! Tests that committed work, definitions included, survives a crash.

use super::rig::{TestHost, run};
use sluice_base::sync::Arc;
use sluice_vfs::mem::CrashMode;

/// Runs `batch` on a new instance, crashes it and reopens it.
fn after_power_cut(batch: &str) -> Arc<TestHost> {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let text = run(&mut session, batch);
    assert!(!text.contains("Msg"), "{text}");
    TestHost::reopened(Arc::new(host.memory.crash(CrashMode::POWER_CUT)))
}

#[test]
fn crash_keeps_committed_tables_and_rows_only() {
    let host = after_power_cut(
        "CREATE TABLE t(a INT NOT NULL, b NVARCHAR(20) NULL); INSERT t VALUES (1, N'x'), (2, NULL);
         CREATE TABLE gone(a INT); DROP TABLE gone;
         BEGIN TRAN; CREATE TABLE u(a INT); INSERT t VALUES (3, N'y');",
    );
    let mut session = host.connect(52);
    assert_eq!(run(&mut session, "SELECT * FROM t"), "[a|b] / 1|x / 2|NULL / (2)");
    assert_eq!(run(&mut session, "SELECT * FROM u"), "Msg 208 line 1 u");
    assert_eq!(run(&mut session, "SELECT * FROM gone"), "Msg 208 line 1 gone");
    assert_eq!(
        run(&mut session, "CREATE TABLE u(z BIGINT); INSERT u VALUES (1); SELECT z FROM u"),
        "(1) / [z] / 1 / (1)"
    );
}
