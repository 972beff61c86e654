//! The load generator: each connection sends its next request once the last is answered. At most
//! two threads drive the connections, as in pgbench, so that a request costs the client about the
//! same.

use super::rate::{Rate, THREADS};
use super::requests::hear;
use super::server::Served;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::readiness::wait_to_read;
use sluice_base::sync::Barrier;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_client::{ClientError, Connection};

/// A connection with the data for its requests.
pub(super) type Ready<T> = (Connection, T);

/// Runs a load of (sessions, turns): all sessions start at once, after `prepare`. Each answer has
/// the expected number of rows.
pub(super) fn drive<T: Send>(
    served: &Served,
    load: (u32, u32),
    prepare: impl Fn(&mut Connection) -> Result<T, String>,
    ask: impl Fn(&mut Ready<T>, u32) -> Result<(), ClientError> + Sync,
    rows: u64,
) -> Result<Rate, String> {
    drive_until(served, load, prepare, ask, rows, |_| Ok(()))
}

/// Like [`drive`]. Calls `at_first_end` with the total number of answers when the first connection
/// has finished.
pub(super) fn drive_until<T: Send>(
    served: &Served,
    (sessions, turns): (u32, u32),
    prepare: impl Fn(&mut Connection) -> Result<T, String>,
    ask: impl Fn(&mut Ready<T>, u32) -> Result<(), ClientError> + Sync,
    rows: u64,
    at_first_end: impl Fn(u64) -> Result<(), String> + Sync,
) -> Result<Rate, String> {
    let mut clients = Vec::new();
    for _ in 0..sessions {
        let mut client = served.connect()?;
        let with = prepare(&mut client)?;
        clients.push((client, with));
    }
    let threads = clients.len().min(THREADS);
    let (start, clock) = (&Barrier::new(threads + 1), &SystemClock::new());
    let ask = &ask;
    let (answers, has_ended) = (AtomicU64::new(0), AtomicBool::new(false));
    let answered = &|is_last: bool| {
        let so_far = answers.fetch_add(1, Ordering::Relaxed) + 1;
        if is_last && !has_ended.swap(true, Ordering::Relaxed) { at_first_end(so_far) } else { Ok(()) }
    };
    let server_before = served.spent_s();
    let (took_ns, own_ns) = std::thread::scope(|scope| {
        let workers: Vec<_> = clients
            .chunks_mut(sessions.div_ceil(threads as u32) as usize)
            .map(|clients| {
                scope.spawn(move || {
                    start.wait();
                    let before = clock.thread_cpu_ns();
                    let done = in_turn(clients, turns, ask, rows, answered);
                    done.map(|()| clock.thread_cpu_ns() - before)
                })
            })
            .collect();
        start.wait();
        let begun = clock.monotonic_ns();
        let own: Result<Vec<u64>, String> =
            workers.into_iter().map(|worker| worker.join().map_err(|_| "a client failed".to_owned())?).collect();
        own.map(|own| (clock.monotonic_ns() - begun, own.iter().sum::<u64>()))
    })?;
    let done = f64::from(sessions) * f64::from(turns);
    let server_s = served.spent_s().zip(server_before).map(|(after, before)| after - before);
    Ok(Rate {
        per_s: done * 1e9 / took_ns as f64,
        client_us: own_ns as f64 / 1e3 / done,
        server_us: server_s.map(|seconds| seconds * 1e6 / done),
    })
}

/// Drives one thread's connections, each as it is answered. Calls `answered` with whether the
/// answer was the connection's last.
fn in_turn<T>(
    clients: &mut [Ready<T>],
    turns: u32,
    ask: &impl Fn(&mut Ready<T>, u32) -> Result<(), ClientError>,
    rows: u64,
    answered: &impl Fn(bool) -> Result<(), String>,
) -> Result<(), String> {
    // The active connections, and the current turn of each.
    let mut at_work: Vec<(&mut Ready<T>, u32)> = clients.iter_mut().map(|client| (client, 0)).collect();
    for (client, turn) in &mut at_work {
        ask(client, *turn).map_err(|error| error.to_string())?;
    }
    let mut ready = Vec::new();
    while !at_work.is_empty() {
        if at_work.len() > 1 {
            let sockets: Vec<_> = at_work.iter().map(|((client, _), _)| client.socket()).collect();
            wait_to_read(&sockets, &mut ready).map_err(|error| error.to_string())?;
        } else {
            // A single connection is waited for by reading it.
            ready.clear();
            ready.push(0);
        }
        for place in ready.iter().rev() {
            let (client, turn) = &mut at_work[*place];
            let heard = hear(&mut client.0)?;
            if heard.rows != rows {
                return Err(format!("an answer has {} rows, not {rows}", heard.rows));
            }
            *turn += 1;
            answered(*turn == turns)?;
            if *turn < turns {
                ask(client, *turn).map_err(|error| error.to_string())?;
            } else {
                at_work.swap_remove(*place);
            }
        }
    }
    Ok(())
}
