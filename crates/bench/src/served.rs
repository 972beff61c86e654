//! Sessions over the network: `sluice-bench sessions BINARY`. The binary serves a new folder as a process of its own, and clients speak TDS to it:
//! commits of one row, prepared reads of one row, a large result, connections that are idle, and log-ins beside workers.
//!
//! Each figure says how much of a processor its clients took themselves, since they share the machine with the server. Nothing is encrypted.

use crate::figure::Figure;
use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Barrier};
use sluice_client::{Audience, Connection, Target, Wish};
use sluice_tds::request::{
    Argument, ArgumentValue, CallHead, Headers, ParameterFlags, Procedure, SystemProcedure, write_call, write_parameter,
};
use sluice_tds::{Column, Message, PacketKind, ReturnValue, TypeInfo, WireCollation};
use sluice_types::{DataType, Length, Value};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that is measured, until it is dropped.
struct Served {
    child: Child,
    address: String,
}

/// What a server answered.
#[derive(Default)]
struct Heard {
    rows: u64,
    handle: Option<Value>,
    error: Option<String>,
}

/// What clients did.
struct Run {
    per_s: f64,
    /// How many processors the clients took.
    own: f64,
}

/// Measures one part; `count` is what is done of each.
pub fn measure(binary: &Path, folder: &Path, part: &str, count: u32) -> Result<Vec<Figure>, String> {
    let served = Served::start(binary, &folder.join("served"))?;
    let mut first = served.connect()?;
    run(
        &mut first,
        "CREATE TABLE dbo.T1 (id INT NOT NULL PRIMARY KEY, v INT NOT NULL); CREATE TABLE dbo.T2 (v INT NOT NULL);
        INSERT dbo.T1 SELECT value, value FROM GENERATE_SERIES(1, 10000);",
    )?;
    match part {
        "commits" => [1, 2, 64]
            .into_iter()
            .map(|sessions| {
                let turns = (count / sessions).max(1);
                let done = served.together(sessions, turns, |client, turn| {
                    run(client, &format!("INSERT dbo.T2 VALUES ({turn})")).map(|_| ())
                })?;
                Ok(done.figure(&format!("{sessions} connections: commits of one row a second")))
            })
            .collect(),
        "reads" => [1, 16]
            .into_iter()
            .map(|sessions| {
                let done = served.together(sessions, (count / sessions).max(1), read_prepared)?;
                Ok(done.figure(&format!("{sessions} connections: prepared reads of one row a second")))
            })
            .collect(),
        "rows" => {
            let text = format!("SELECT value, value * 2 AS twice, N'some text' AS t FROM GENERATE_SERIES(1, {count})");
            let done = served.together(1, 1, |client, _| run(client, &text).map(|_| ()))?;
            Ok(vec![Run { per_s: done.per_s * f64::from(count), ..done }.figure("rows of a large result a second")])
        }
        "idle" => idle(&served),
        _ => log_ins(&served, count),
    }
}

/// How much memory connections take that do nothing.
fn idle(served: &Served) -> Result<Vec<Figure>, String> {
    let before = served.memory_kb()?;
    let mut idle = Vec::new();
    for _ in 0..IDLE {
        idle.push(served.connect()?);
    }
    let each = served.memory_kb()?.saturating_sub(before) as f64 / f64::from(IDLE);
    // All of them are still there.
    let mut last = idle.pop().ok_or("no connection")?;
    let there = run(
        &mut last,
        &format!("IF (SELECT COUNT(*) FROM sys.dm_exec_connections) >= {IDLE} SELECT 1 ELSE SELECT 1 WHERE 1 = 0"),
    )?;
    Ok(vec![Figure::holds(
        &format!("{IDLE} idle connections: memory of the server each"),
        there.rows == 1,
        format!("{each:.0} KB"),
        "all are there",
    )])
}

/// How long a log-in takes beside many that work.
fn log_ins(served: &Served, count: u32) -> Result<Vec<Figure>, String> {
    let is_over = Arc::new(AtomicBool::new(false));
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        let (mut client, is_over) = (served.connect()?, Arc::clone(&is_over));
        workers.push(std::thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                run(&mut client, "SELECT COUNT(*) FROM dbo.T1")?;
            }
            Ok(())
        }));
    }
    let clock = SystemClock::new();
    let turns = (count / 1_000).max(10);
    let mut took_ms: Vec<f64> = Vec::new();
    for _ in 0..turns {
        let begun = clock.monotonic_ns();
        served.connect()?;
        took_ms.push((clock.monotonic_ns() - begun) as f64 / 1e6);
    }
    is_over.store(true, Ordering::Relaxed);
    let ended: Result<Vec<()>, String> =
        workers.into_iter().map(|worker| worker.join().map_err(|_| "a worker failed".to_owned())?).collect();
    ended?;
    took_ms.sort_by(f64::total_cmp);
    let value = format!("{:.1} ms, the slowest {:.1} ms", took_ms[took_ms.len() / 2], took_ms[took_ms.len() - 1]);
    Ok(vec![Figure::holds(&format!("log-in beside {WORKERS} workers"), true, value, NO_BAR)])
}

impl Served {
    fn start(binary: &Path, data: &Path) -> Result<Served, String> {
        let mut command = Command::new(binary);
        command.args(["serve", "--listen", "127.0.0.1:0", "--encrypt", "off", "--data"]).arg(data);
        command.env("MSSQL_SA_PASSWORD", PASSWORD).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", binary.display()))?;
        let mut line = String::new();
        let out = child.stdout.as_mut().ok_or("it has no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim_end().strip_prefix("listening on ").map(|address| address.replace(':', ","));
        let mut served = Served { child, address: String::new() };
        served.address = address.ok_or_else(|| format!("the server says '{line}'"))?;
        Ok(served)
    }

    fn connect(&self) -> Result<Connection, String> {
        let target = Target { encryption: Wish::Never, ..Target::new(&self.address, "sa", PASSWORD)? };
        Connection::log_in(&target, &mut Heard::default()).map_err(|error| error.to_string())
    }

    /// So many connections do `work` so often, all beginning at once.
    fn together(
        &self,
        sessions: u32,
        turns: u32,
        work: impl Fn(&mut Connection, u32) -> Result<(), String> + Sync,
    ) -> Result<Run, String> {
        let start = Barrier::new(sessions as usize + 1);
        let clients: Result<Vec<Connection>, String> = (0..sessions).map(|_| self.connect()).collect();
        let clients = clients?;
        let clock = SystemClock::new();
        let (start, work, clock) = (&start, &work, &clock);
        let (took_ns, own_ns) = std::thread::scope(|scope| {
            let threads: Vec<_> = clients
                .into_iter()
                .map(|mut client| {
                    scope.spawn(move || {
                        start.wait();
                        let before = clock.thread_cpu_ns();
                        (0..turns).try_for_each(|turn| work(&mut client, turn))?;
                        Ok::<u64, String>(clock.thread_cpu_ns() - before)
                    })
                })
                .collect();
            start.wait();
            let begun = clock.monotonic_ns();
            let own: Result<Vec<u64>, String> =
                threads.into_iter().map(|thread| thread.join().map_err(|_| "a client failed".to_owned())?).collect();
            own.map(|own| (clock.monotonic_ns() - begun, own.iter().sum::<u64>()))
        })?;
        let done = f64::from(sessions) * f64::from(turns);
        Ok(Run { per_s: done * 1e9 / took_ns as f64, own: own_ns as f64 / took_ns as f64 })
    }

    /// What the server has of the machine's memory, as Linux tells it.
    fn memory_kb(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
        number.ok_or_else(|| format!("{path} tells no VmRSS"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // What it leaves goes with its folder.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

impl Run {
    fn figure(&self, name: &str) -> Figure {
        let value = format!("{:.0} (the clients took {:.2} processors)", self.per_s, self.own);
        Figure::holds(name, true, value, NO_BAR)
    }
}

impl Audience for Heard {
    fn columns(&mut self, _columns: &[Column]) {}

    fn row(&mut self, _row: &[Value]) {
        self.rows += 1;
    }

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: &Message) {
        if message.severity > 10 {
            self.error.get_or_insert_with(|| message.text.clone());
        }
    }

    fn returned(&mut self, value: &ReturnValue) {
        self.handle = Some(value.value.clone());
    }
}

fn run(client: &mut Connection, text: &str) -> Result<Heard, String> {
    let mut heard = Heard::default();
    client.execute(text, &mut heard).map_err(|error| error.to_string())?;
    heard.error.take().map_or(Ok(heard), Err)
}

/// Reads a row by its key with a statement that the connection's first turn has prepared: its first handle is 1.
fn read_prepared(client: &mut Connection, turn: u32) -> Result<(), String> {
    if turn == 0 {
        let text = |text: &str| argument(DataType::NVarChar(Length::Limited(4000)), Value::text(text), false);
        let handle = argument(DataType::Int, Value::Null, true);
        let statement = text("SELECT v FROM dbo.T1 WHERE id = @id");
        let heard = call(client, SystemProcedure::Prepare, &[handle, text("@id int"), statement])?;
        if heard.handle != Some(Value::Int(1)) {
            return Err(format!("the first handle is {:?}", heard.handle));
        }
    }
    let key = i32::try_from(turn % 10_000 + 1).map_err(|error| error.to_string())?;
    let arguments = [argument(DataType::Int, Value::Int(1), false), argument(DataType::Int, Value::Int(key), false)];
    let heard = call(client, SystemProcedure::Execute, &arguments)?;
    if heard.rows == 1 { Ok(()) } else { Err(format!("{} rows have the key {key}", heard.rows)) }
}

fn argument(data_type: DataType, value: Value, is_output: bool) -> Argument {
    let info = TypeInfo::of(data_type, true, WireCollation::DEFAULT);
    let flags = if is_output { ParameterFlags::OUTPUT } else { ParameterFlags::default() };
    Argument { name: String::new(), flags, value: ArgumentValue::Scalar(info, value) }
}

fn call(client: &mut Connection, procedure: SystemProcedure, arguments: &[Argument]) -> Result<Heard, String> {
    let (mut heard, headers) = (Heard::default(), Headers::of(client.transaction()));
    let write = |out: &mut sluice_tds::PacketWriter| {
        headers.write(out);
        write_call(&CallHead::of(Procedure::System(procedure)), out);
        arguments.iter().for_each(|argument| write_parameter(argument, out).expect("the values are of their types"));
    };
    client.request(PacketKind::Rpc, write, &mut heard).map_err(|error| error.to_string())?;
    heard.error.take().map_or(Ok(heard), Err)
}

const PASSWORD: &str = "Correct-Horse1";
const NO_BAR: &str = "no bar is set";
const IDLE: u32 = 5_000;
const WORKERS: u32 = 64;
