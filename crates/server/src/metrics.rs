//! The counters for Prometheus: its text format over HTTP, on a separate address (`--metrics`).
//!
//! The endpoint has the server's own counters and those of `sys.dm_os_performance_counters` that
//! are counts or measures. Ratios are left to Prometheus. The endpoint needs no log-in: it shows
//! only numbers and database names.

use crate::counts::Census;
use crate::options::ServerError;
use crate::server::Server;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_engine::{Collector, DataType, Length, Value, display};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

/// The metrics endpoint and its HTTP thread, which answers one request at a time. Any path but
/// `/metrics` gets 404. Dropping doesn't stop the thread.
pub struct Metrics {
    address: SocketAddr,
    is_stopping: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<()>,
}

impl Metrics {
    /// Starts the endpoint. The thread serves until [`Metrics::stop`]; a failed answer is dropped.
    ///
    /// # Errors
    /// The address is in use or belongs to another machine, or no thread can be started.
    pub fn start(listen: SocketAddr, server: &Server) -> Result<Metrics, ServerError> {
        let failed = |error| ServerError::Listen(listen, error);
        let listener = TcpListener::bind(listen).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let is_stopping = Arc::new(AtomicBool::new(false));
        let (stopping, census) = (Arc::clone(&is_stopping), server.census());
        let thread = std::thread::Builder::new().name("metrics".to_owned());
        let thread = thread.spawn(move || {
            let clock = SystemClock::new();
            for socket in listener.incoming() {
                if stopping.load(Ordering::SeqCst) {
                    return;
                }
                // A failed answer is dropped: the client asks again.
                let _ = socket.and_then(|socket| answer(&socket, &clock, || text(&census())));
            }
        });
        Ok(Metrics { address, is_stopping, thread: thread.map_err(failed)? })
    }

    /// Returns the endpoint's address, with the port chosen by the system if the requested one was
    /// 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the endpoint and waits for its thread. The thread is woken by a connection of its own.
    pub fn stop(self) {
        self.is_stopping.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(self.address));
        // The thread has ended, possibly by a panic; nothing is left to do.
        let _ = self.thread.join();
    }
}

fn answer(mut socket: &TcpStream, clock: &dyn Clock, text: impl FnOnce() -> String) -> std::io::Result<()> {
    let until_ns = clock.monotonic_ns() + REQUEST_NS_MAX;
    let (mut request, mut bytes) = (Vec::new(), [0; 1024]);
    while !request.windows(4).any(|window| window == b"\r\n\r\n") && request.len() < REQUEST_BYTES_MAX {
        let left_ns = until_ns.saturating_sub(clock.monotonic_ns()).max(1_000);
        socket.set_read_timeout(Some(Duration::from_nanos(left_ns)))?;
        match socket.read(&mut bytes)? {
            0 => return Ok(()),
            count => request.extend_from_slice(&bytes[..count]),
        }
    }
    let (status, body) = if request.starts_with(b"GET /metrics ") {
        ("200 OK", text())
    } else {
        ("404 Not Found", "/metrics is all there is\n".to_owned())
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    socket.set_write_timeout(Some(Duration::from_nanos(REQUEST_NS_MAX)))?;
    socket.write_all(head.as_bytes())?;
    socket.write_all(body.as_bytes())
}

fn text(census: &Census) -> String {
    let mut text = String::new();
    for (name, help, value) in &census.counts {
        put(&mut text, &format!("{name}_total"), help, "counter", &[(String::new(), *value as i64)]);
    }
    put(&mut text, "connections_open", "Connections that are open.", "gauge", &[(String::new(), census.open as i64)]);
    let mut collector = Collector::default();
    // A closing instance opens no session, so its counters are omitted.
    let is_read = census.instance.connect().is_ok_and(|mut session| session.execute(COUNTERS, &mut collector).is_ok());
    let rows = collector.results.first().filter(|_| is_read).map_or(&[][..], |result| &result.rows);
    let rows: Vec<Sample> = rows.iter().filter_map(|row| sample(row)).collect();
    for of_counter in rows.chunk_by(|one, other| one.counter == other.counter) {
        let Sample { counter, accumulates, .. } = &of_counter[0];
        let (suffix, kind) = if *accumulates { ("_total", "counter") } else { ("", "gauge") };
        let values: Vec<(String, i64)> = of_counter.iter().map(|sample| (sample.labels(), sample.value)).collect();
        put(&mut text, &(metric_name(counter) + suffix), &format!("SQL Server's {counter}."), kind, &values);
    }
    text
}

/// A row of the counters.
struct Sample {
    counter: String,
    /// The database; empty for the instance.
    database: String,
    value: i64,
    accumulates: bool,
}

impl Sample {
    fn labels(&self) -> String {
        if self.database.is_empty() {
            return String::new();
        }
        let escaped = self.database.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        format!("{{database=\"{escaped}\"}}")
    }
}

fn sample(row: &[Value]) -> Option<Sample> {
    let text = |place: usize| Some(display::text(row.get(place)?, &DataType::NVarChar(Length::Limited(128))));
    let [_, _, Value::BigInt(value), Value::Int(accumulates)] = row else { return None };
    Some(Sample { counter: text(0)?, database: text(1)?, value: *value, accumulates: *accumulates == 1 })
}

fn put(text: &mut String, name: &str, help: &str, kind: &str, values: &[(String, i64)]) {
    // Writing to a string can't fail.
    let _ = write!(text, "# HELP sluice_{name} {help}\n# TYPE sluice_{name} {kind}\n");
    for (labels, value) in values {
        let _ = writeln!(text, "sluice_{name}{labels} {value}");
    }
}

/// Returns the Prometheus name of a counter. `Log Bytes Flushed/sec` is a running total; Prometheus
/// computes the rate from two readings.
fn metric_name(counter: &str) -> String {
    let counter = counter.strip_suffix("/sec").unwrap_or(counter);
    let words: Vec<&str> =
        counter.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("_").to_ascii_lowercase()
}

/// Excludes `_Total`: Prometheus sums over databases.
const COUNTERS: &str =
    "SELECT RTRIM(counter_name), RTRIM(instance_name), cntr_value, CASE cntr_type WHEN 272696576 THEN 1 ELSE 0 END
FROM sys.dm_os_performance_counters WHERE cntr_type IN (272696576, 65792) AND instance_name <> N'_Total'
ORDER BY object_name, counter_name, instance_name";
const REQUEST_NS_MAX: u64 = 2_000_000_000;
const REQUEST_BYTES_MAX: usize = 8 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metric_names_and_labels_are_valid_in_prometheus() {
        assert_eq!(metric_name("Log Bytes Flushed/sec"), "log_bytes_flushed");
        assert_eq!(metric_name("Version Store Size (KB)"), "version_store_size_kb");
        let sample =
            |database: &str| Sample { counter: "c".into(), database: database.into(), value: 1, accumulates: true };
        assert_eq!(sample("a\"b\\").labels(), "{database=\"a\\\"b\\\\\"}");
        assert_eq!(sample("").labels(), "");
    }
}
