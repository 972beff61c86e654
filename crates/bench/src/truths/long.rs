//! A value of a gigabyte: sent over TDS, copied between tables, and read back, on a server with
//! little memory.

use super::process::Sampler;
use super::setting::Setting;
use crate::figure::Figure;
use crate::served::requests::{hear, run};
use crate::served::server::Served;
use sluice_base::clock::SystemClock;
use sluice_base::sync::{Arc, Mutex};
use sluice_client::Connection;
use sluice_tds::request::{
    Argument, ArgumentValue, CallHead, Headers, ParameterFlags, Procedure, SystemProcedure, write_call, write_parameter,
};
use sluice_tds::token::write_columns;
use sluice_tds::{Column, Done, DoneKind, DoneStatus, PacketKind, TableForm, TypeInfo, WireCollation, write_row};
use sluice_types::named_collation::CollationId;
use sluice_types::{DataType, Length, LongSource, LongStore, LongValue, LongWriter, SqlError, Value};

/// Returns the figures: whether the value is unchanged, the time of each step, and the server's
/// peak memory.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let length = ((VALUE_BYTES as f64 * setting.scale) as u64).max(1 << 20);
    let limit = LIMIT_MB.to_string();
    let served = Served::start_with(setting.binary, &setting.folder.join("long"), |command| {
        command.env("MSSQL_MEMORY_LIMIT_MB", &limit);
    })?;
    let mut client = served.connect()?;
    let received = Arc::new(Received::default());
    client.keep_long_values_in(received.clone());
    run(&mut client, TABLES)?;
    let sampler = Sampler::start(served.process());
    let steps = steps(&mut client, length, &received);
    let peak_mb = sampler.take_peak() as f64 / f64::from(1 << 20);
    sampler.stop();
    let steps = steps?;
    let size = format!("a value of {} MB", length >> 20);
    let mut figures: Vec<Figure> = steps
        .into_iter()
        .map(|(step, seconds, is_same)| {
            let value = if is_same { format!("{seconds:.1} s") } else { "another value".to_owned() };
            Figure::holds(&format!("{size}, {step}"), is_same, value, "the same bytes")
        })
        .collect();
    let name = format!("{size}: RssAnon and RssShmem at most, max server memory {LIMIT_MB} MB");
    figures.push(Figure::at_most(&name, peak_mb, LIMIT_MB as f64 * 1.1, "MB"));
    Ok(figures)
}

/// Returns each step with its time, and whether the value was the one that was sent.
fn steps(client: &mut Connection, length: u64, received: &Received) -> Result<Vec<(&'static str, f64, bool)>, String> {
    let expected = sum_of(length)?;
    let mut steps = Vec::new();
    let mut step = |name, work: &mut dyn FnMut() -> Result<bool, String>| -> Result<(), String> {
        let begun = SystemClock::new();
        let is_same = work().map_err(|error| format!("{name}: {error}"))?;
        steps.push((name, super::setting::elapsed(&begun).as_secs_f64(), is_same));
        Ok(())
    };
    let is_whole = |client: &mut Connection, text: &str| {
        received.last.lock().take();
        run(client, text)?;
        Ok::<bool, String>(*received.last.lock() == Some((length, expected)))
    };
    let has_length = |client: &mut Connection, table: &str| {
        let heard = run(client, &format!("SELECT DATALENGTH(b) FROM {table} WHERE i = 1"))?;
        Ok::<bool, String>(heard.last == Some(Value::BigInt(length as i64)))
    };
    step("in as a parameter", &mut || {
        insert(client, length)?;
        has_length(client, "dbo.A")
    })?;
    step("copied by INSERT SELECT", &mut || {
        run(client, "INSERT dbo.B SELECT i, b FROM dbo.A WHERE i = 1")?;
        has_length(client, "dbo.B")
    })?;
    step("out again", &mut || is_whole(client, "SELECT b FROM dbo.B WHERE i = 1"))?;
    step("in by bulk load and out", &mut || {
        load(client, length)?;
        is_whole(client, "SELECT b FROM dbo.A WHERE i = 2")
    })?;
    step("assigned, updated and out", &mut || {
        run(client, UPDATE)?;
        is_whole(client, "SELECT SUBSTRING(b, 2, 2147483647) FROM dbo.B WHERE i = 1")
    })?;
    step("64 KB appended 200 times by .WRITE", &mut || {
        run(client, APPENDS)?;
        let heard = run(client, "SELECT DATALENGTH(b) FROM dbo.B WHERE i = 1")?;
        Ok(heard.last == Some(Value::BigInt(length as i64 + 1 + (200 << 16))))
    })?;
    Ok(steps)
}

fn insert(client: &mut Connection, length: u64) -> Result<(), String> {
    let text = |text: &str| argument(DataType::NVarChar(Length::Limited(4000)), Value::text(text));
    let arguments = [text("INSERT dbo.A VALUES (1, @b)"), text("@b varbinary(max)"), argument(MAX, made(length))];
    let headers = Headers::new(client.transaction());
    let asked = client.send_paced(PacketKind::Rpc, |out| {
        headers.write(out);
        write_call(&CallHead::new(Procedure::System(SystemProcedure::ExecuteSql)), out);
        arguments.iter().for_each(|argument| write_parameter(argument, out).expect("the values are of their types"));
    });
    asked.map_err(|error| error.to_string())?;
    hear(client).map(|_| ())
}

fn load(client: &mut Connection, length: u64) -> Result<(), String> {
    run(client, "INSERT BULK dbo.A (i int, b varbinary(max))")?;
    let column = |name, data_type| Column::new(name, data_type, true, CollationId::DEFAULT);
    let columns = [column("i", DataType::Int), column("b", MAX)];
    let asked = client.send_paced(PacketKind::BulkLoad, |out| {
        write_columns(&columns, TableForm::Name, out);
        write_row(&columns, &[Value::Int(2), made(length)], out).expect("the values are of their types");
        Done { kind: DoneKind::Statement, status: DoneStatus::FINAL, command: 0, rows: 0 }.write(out);
    });
    asked.map_err(|error| error.to_string())?;
    hear(client).map(|_| ())
}

fn argument(data_type: DataType, value: Value) -> Argument {
    let info = TypeInfo::new(data_type, true, WireCollation::DEFAULT);
    Argument { name: String::new(), flags: ParameterFlags::default(), value: ArgumentValue::Scalar(info, value) }
}

/// Generated bytes, each a function of its position, without a copy in memory.
#[derive(Debug)]
struct Made;

fn made(length: u64) -> Value {
    Value::Long(std::sync::Arc::new(LongValue::new(std::sync::Arc::new(Made), length, MAX)))
}

impl LongSource for Made {
    fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<(), SqlError> {
        for (at, byte) in (offset..).zip(bytes) {
            *byte = (at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8;
        }
        Ok(())
    }

    fn outlives_statement(&self) -> bool {
        true
    }
}

/// The last long value received: its length and checksum.
#[derive(Debug, Default)]
struct Received {
    last: Arc<Mutex<Option<(u64, u64)>>>,
}

#[derive(Debug)]
struct Receiving {
    last: Arc<Mutex<Option<(u64, u64)>>>,
    sum: Sum,
}

/// A checksum that depends on the order of bytes (FNV-1a).
#[derive(Clone, Copy, Debug)]
struct Sum {
    length: u64,
    hash: u64,
}

impl Sum {
    const EMPTY: Sum = Sum { length: 0, hash: 0xCBF2_9CE4_8422_2325 };

    fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        for byte in bytes {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

fn sum_of(length: u64) -> Result<u64, String> {
    let Value::Long(long) = made(length) else { return Err("the value is short".to_owned()) };
    let mut sum = Sum::EMPTY;
    let read = long.for_each_window(|window| {
        sum.add(window);
        Ok(())
    });
    read.map_err(|error| format!("error {}", error.number))?;
    Ok(sum.hash)
}

impl LongStore for Received {
    fn create(&self, _: DataType) -> Result<Box<dyn LongWriter>, SqlError> {
        Ok(Box::new(Receiving { last: self.last.clone(), sum: Sum::EMPTY }))
    }
}

impl LongWriter for Receiving {
    fn push(&mut self, bytes: &[u8]) -> Result<(), SqlError> {
        self.sum.add(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Value, SqlError> {
        *self.last.lock() = Some((self.sum.length, self.sum.hash));
        Ok(Value::Null)
    }
}

const MAX: DataType = DataType::VarBinary(Length::Max);
const TABLES: &str = "CREATE TABLE dbo.A(i int NOT NULL PRIMARY KEY, b varbinary(max)); CREATE TABLE dbo.B(i int NOT NULL, b varbinary(max));";
const UPDATE: &str =
    "DECLARE @b varbinary(max); SELECT @b = b FROM dbo.A WHERE i = 2; UPDATE dbo.B SET b = 0xFF + @b WHERE i = 1;";
const APPENDS: &str =
    "DECLARE @i int = 0, @p varbinary(max) = CAST(REPLICATE(CAST('x' AS varchar(max)), 65536) AS varbinary(max));
    WHILE @i < 200 BEGIN UPDATE dbo.B SET b.WRITE(@p, NULL, 0) WHERE i = 1; SET @i += 1; END";
const VALUE_BYTES: u64 = 1 << 30;
const LIMIT_MB: u64 = 128;
