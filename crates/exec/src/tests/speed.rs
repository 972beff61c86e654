//! Cost of the interpreter. Run by hand, in release mode, on a quiet machine: `cargo test --release
//! -p sluice-exec speed -- --ignored --nocapture`.

use super::rig::{TestHost, run};
use sluice_session::NullSink;
use std::time::Instant;

#[test]
#[ignore = "a measurement: of use in a release build"]
#[expect(clippy::print_stdout, reason = "prints figures under --nocapture")]
fn loop_iteration_and_insert_cost() {
    let turns: u32 = 2_000_000;
    let inserts = turns / 20;
    let host = TestHost::new();
    let mut session = host.connect(51);
    run(&mut session, "CREATE TABLE t(a INT NOT NULL)");
    let mut timed = |batch: String, count: u32| {
        let begin = Instant::now();
        session.execute(&batch, &mut NullSink);
        begin.elapsed().as_nanos() as f64 / f64::from(count)
    };
    let turn_ns = timed(format!("DECLARE @i INT = 1; WHILE @i <= {turns} SET @i += 1"), turns);
    let loop_of =
        |body: &str| format!("SET NOCOUNT ON; DECLARE @i INT = 1; WHILE @i <= {inserts} BEGIN {body} SET @i += 1 END");
    let one_ns = timed(format!("BEGIN TRAN; {}; COMMIT", loop_of("INSERT t(a) VALUES (@i)")), inserts);
    timed("ALTER DATABASE one SET DELAYED_DURABILITY = FORCED".to_owned(), 1);
    let many_ns = timed(loop_of("BEGIN TRAN INSERT t(a) VALUES (@i) COMMIT TRAN"), inserts);
    println!("turn {turn_ns:.1} ns, insert in one transaction {one_ns:.0} ns, delayed transaction {many_ns:.0} ns");
    assert!(turn_ns < 120.0 && one_ns < 2_400.0 && many_ns < 4_000.0, "a mistake of an order");
}
