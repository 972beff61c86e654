//! The load generator: connections that ask again as soon as they have been answered, driven by two threads at most as pgbench's are, so that a request costs
//! its client about what it costs pgbench's.

use super::rate::{Rate, THREADS};
use super::requests::hear;
use super::server::Served;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::readiness::wait_to_read;
use sluice_base::sync::Barrier;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_client::{ClientError, Connection};

/// A connection with what it needs to ask.
pub(super) type Ready<T> = (Connection, T);

/// So many connections ask so often, all beginning at once; `prepare` is done before, and each answer has so many rows.
pub(super) fn drive<T: Send>(
    served: &Served,
    load: (u32, u32),
    prepare: impl Fn(&mut Connection) -> Result<T, String>,
    ask: impl Fn(&mut Ready<T>, u32) -> Result<(), ClientError> + Sync,
    rows: u64,
) -> Result<Rate, String> {
    drive_until(served, load, prepare, ask, rows, |_| Ok(()))
}

/// As [`drive`]; when the first connection has had its last answer, and they are not all at work any more, `at_first_end` is told how many
/// answers there were in all.
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

/// One thread's connections, as each has its answer; of each `answered` is told whether it was the connection's last.
fn in_turn<T>(
    clients: &mut [Ready<T>],
    turns: u32,
    ask: &impl Fn(&mut Ready<T>, u32) -> Result<(), ClientError>,
    rows: u64,
    answered: &impl Fn(bool) -> Result<(), String>,
) -> Result<(), String> {
    // Who is at work, and the turn that is asked for.
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
            // Its answer can be waited for by reading it.
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
