//! The disk stops answering for a while: delayed commits continue up to the limit of data at risk,
//! then wait for the disk (X1).

use crate::rig::{Rig, ints, ok};
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex, thread};
use sluice_engine::Instance;
use sluice_vfs::CallKind;
use sluice_vfs::fault::{Fault, Rule};
use std::time::Duration;

/// Blocks the writes of a log, and records when the first arrived.
#[derive(Default)]
struct Gate {
    closed: Mutex<bool>,
    opening: Condvar,
    first_ns: AtomicU64,
}

impl Gate {
    fn pass(&self, now_ns: u64) {
        let _ = self.first_ns.compare_exchange(0, now_ns, Ordering::SeqCst, Ordering::SeqCst);
        let mut closed = self.closed.lock();
        while *closed {
            closed = self.opening.wait(closed);
        }
    }

    fn open(&self) {
        *self.closed.lock() = false;
        self.opening.notify_all();
    }

    /// Waits for `time` without changing the gate.
    fn rest(&self, time: Duration) {
        drop(self.opening.wait_timeout(self.closed.lock(), time));
    }
}

#[test]
fn delayed_commits_wait_at_the_risk_limit() {
    let rig = Rig::new();
    let clock = Arc::new(SystemClock::new());
    let mut options = rig.options();
    options.background = true;
    options.clock = clock.clone();
    options.delayed_at_risk_max = Duration::from_millis(60);
    let instance = Instance::open(options).unwrap();
    let mut session = instance.connect().unwrap();
    for text in ["CREATE DATABASE A", "ALTER DATABASE A SET DELAYED_DURABILITY = FORCED", "USE A"] {
        ok(&mut session, text);
    }
    ok(&mut session, "CREATE TABLE dbo.T(a INT NOT NULL)");

    let gate = Arc::new(Gate::default());
    *gate.closed.lock() = true;
    let (of_writes, of_clock) = (gate.clone(), clock.clone());
    let hook = Fault::Hook(Arc::new(move |_| of_writes.pass(of_clock.monotonic_ns())));
    rig.faults.arm(Rule::new(hook).path("A_log.ldf").on(CallKind::Write));
    let (rows, last_ns) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU64::new(0)));
    let (of_rows, of_last, of_clock, of_pace) = (rows.clone(), last_ns.clone(), clock.clone(), gate.clone());
    let committer = thread::spawn(move || {
        // Too few rows for a full block, so that the log buffer's own limit isn't reached.
        for row in 0..300 {
            ok(&mut session, &format!("INSERT dbo.T VALUES({row});"));
            of_rows.fetch_add(1, Ordering::SeqCst);
            of_last.store(of_clock.monotonic_ns(), Ordering::SeqCst);
            of_pace.rest(Duration::from_millis(2));
        }
        session
    });
    // Far longer than the time at risk: a commit that doesn't wait is done by then.
    for _ in 0..75 {
        gate.rest(Duration::from_millis(20));
    }
    let (told, last) = (rows.load(Ordering::SeqCst), last_ns.load(Ordering::SeqCst));
    let stalled_ns = gate.first_ns.load(Ordering::SeqCst);
    assert!(stalled_ns > 0, "the background has tried to harden");
    gate.open();
    let mut session = committer.join().unwrap();
    let expected: Vec<i32> = (0..300).collect();
    assert_eq!(ints(&mut session, "SELECT a FROM dbo.T;"), expected, "all went on");
    assert!(told < 300, "nobody waited for the disk");
    // The first commit that couldn't be hardened was acknowledged before the background tried; a
    // busy machine may notice late.
    assert!(last.saturating_sub(stalled_ns) < 600_000_000, "told {} ns after the stall", last - stalled_ns);
    drop(session);
    instance.close().unwrap();
}
