//! Clients that disconnect abruptly at every stage: the server must keep nothing of them.

use super::processes::{Holdings, holdings};
use super::requests::{ask_batch, run};
use super::server::Served;
use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock, sleep};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

/// Connects `count` clients. A fifth each sends nothing, sends invalid bytes, sends a truncated
/// packet, logs in, or disconnects during a result in a transaction. As many clients do so before
/// the first measurement, so that one-time allocations don't count.
pub(super) fn measure(served: &Served, count: u32) -> Result<Vec<Figure>, String> {
    run(&mut served.connect()?, "CREATE TABLE dbo.T3 (v INT NOT NULL); INSERT dbo.T3 VALUES (1)")?;
    let begun_with = settled(served, None)?;
    come_and_go(served, count / 5)?;
    let before = settled(served, Some(begun_with))?;
    let clock = SystemClock::new();
    let begun = clock.monotonic_ns();
    come_and_go(served, count)?;
    let seconds = (clock.monotonic_ns() - begun) as f64 / 1e9;
    let after = settled(served, Some(before))?;
    let left = run(&mut served.connect()?, "UPDATE dbo.T3 SET v += 1; SELECT v FROM dbo.T3")?;
    let name = format!("{count} connects and drops at all stages, {seconds:.1} s");
    let more = |after: u64, before: u64| after.saturating_sub(before) as f64;
    Ok(vec![
        Figure::holds(&format!("{name}: what was open is rolled back"), left.is_int(2), "one change", "it is"),
        Figure::at_most(&format!("{name}: threads more"), more(after.threads, before.threads), 0.0, ""),
        Figure::at_most(&format!("{name}: files more"), more(after.files, before.files), 0.0, ""),
        Figure::at_most(
            &format!("{name}: memory more"),
            more(after.memory_kb, before.memory_kb) / 1024.0,
            MEMORY_MB,
            "MB",
        ),
    ])
}

fn come_and_go(served: &Served, count: u32) -> Result<(), String> {
    let connect = || TcpStream::connect(served.socket_address()).map_err(|error| error.to_string());
    for turn in 0..count {
        match turn % 5 {
            0 => drop(connect()?),
            // The server may close the connection during the write.
            1 => drop(connect()?.write_all(b"GET / HTTP/1.1\r\n\r\n")),
            2 => drop(connect()?.write_all(&[0x12, 1, 0, 47, 0, 0, 1, 0, 0])),
            3 => drop(served.connect()?),
            _ => {
                let mut client = served.connect()?;
                let text = "BEGIN TRAN; UPDATE dbo.T3 SET v = 0; SELECT value FROM GENERATE_SERIES(1, 100000)";
                ask_batch(&mut client, text).map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(())
}

/// Returns the server's holdings once they are down to `wanted`, or once they stop changing for
/// longer than the server needs to notice a closed client.
fn settled(served: &Served, wanted: Option<Holdings>) -> Result<Holdings, String> {
    let mut last = holdings(served.process())?;
    for _ in 0..LOOKS {
        sleep(Duration::from_millis(100));
        let now = holdings(served.process())?;
        let is_settled = match &wanted {
            Some(wanted) => now.threads <= wanted.threads && now.files <= wanted.files,
            None => (now.threads, now.files) == (last.threads, last.files),
        };
        last = now;
        if is_settled {
            break;
        }
    }
    Ok(last)
}

/// Memory that the allocator may keep after frees. A leaked thread stack or session per client
/// would be a hundred times as much.
const MEMORY_MB: f64 = 4.0;
const LOOKS: u32 = 100;
