//! `sluice bcp`: copies rows between a server and a data file.
//!
//! The columns come from `SELECT TOP (0) *` of the table. Rows out go from the answer to the file
//! as they arrive. Rows in are read while the batch is being sent, so neither is held in memory.

mod report;

mod columns;

mod rows_in;

mod rows_out;

use crate::bcp_options::{BcpOptions, Direction, Form};
use crate::client::Failure;
use crate::connect::system_trust;
use columns::TableColumns;
use report::{Report, execute, of_file, of_sql};
use sluice_base::clock::{Clock, SystemClock};
use sluice_bulk::{Layout, format_file};
use sluice_client::{Connection, Target};
use std::io::Write;
use std::time::Duration;

/// Runs a command of `sluice bcp`. The output, a new file or standard output, has the server's
/// errors and the progress. A copy with errors fails with [`Failure::Batch`] after its summary.
pub(crate) fn run(options: &BcpOptions) -> Result<(), Failure> {
    let mut out: Box<dyn Write> = match &options.output {
        Some(path) => Box::new(std::fs::File::create(path).map_err(|error| of_file(path, &error))?),
        None => Box::new(std::io::stdout()),
    };
    let mut connection = connect(options)?;
    let mut report = Report { out: &mut *out, has_failed: false, rows: 0, failure: None };
    if options.quoted_identifiers {
        execute(&mut connection, "SET QUOTED_IDENTIFIER ON", &mut report)?;
    }
    let columns = TableColumns::of_source(&mut connection, options, &mut report)?;
    let layout = layout(options, &columns)?;
    if options.direction == Direction::Format {
        return write_format(options, &layout);
    }
    report.line("\nStarting copy...\n")?;
    let clock = SystemClock::new();
    let began_ns = clock.monotonic_ns();
    let rows = match options.direction {
        Direction::In => rows_in::copy(&mut connection, options, &columns, &layout, &mut report)?,
        _ => rows_out::copy(&mut connection, options, &layout, &mut report)?,
    };
    let took = ((clock.monotonic_ns() - began_ns) / 1_000_000).max(1);
    let speed = rows as f64 * 1000.0 / took as f64;
    report.line(&format!(
        "\n{rows} rows copied.\nNetwork packet size (bytes): {}\nClock Time (ms.) Total     : {took:<6} Average : \
         ({speed:.2} rows per sec.)\n",
        options.packet_bytes
    ))?;
    if report.has_failed { Err(Failure::Batch) } else { Ok(()) }
}

fn connect(options: &BcpOptions) -> Result<Connection, Failure> {
    let mut target = Target::new(&options.server, &options.user, &options.password).map_err(Failure::Outside)?;
    target.encryption = options.encryption;
    target.database.clone_from(&options.database);
    target.packet_bytes = options.packet_bytes;
    target.log_in_max = Duration::from_secs(options.log_in_s.max(1));
    if !options.trusts {
        target.trust = system_trust("-u").map_err(Failure::Outside)?;
    }
    let mut silent = Report { out: &mut std::io::sink(), has_failed: false, rows: 0, failure: None };
    Connection::log_in(&target, &mut silent)
        .map_err(|error| Failure::Outside(format!("{}: {error} (-u trusts any certificate)", options.server)))
}

/// Returns the layout of the data file: the format file's, or that of the form and the columns.
fn layout(options: &BcpOptions, columns: &TableColumns) -> Result<Layout, Failure> {
    if let (Some(path), true) = (&options.format_file, options.direction != Direction::Format) {
        let bytes = std::fs::read(path).map_err(|error| of_file(path, &error))?;
        let name = path.display().to_string();
        return format_file::parse(&name, &bytes).map_err(|error| of_sql(&error));
    }
    // The file's text is in the code page of -C. A format file names the columns' collations.
    let laid = columns.laid(options.direction == Direction::Format);
    match options.form {
        Some(Form::Native) => Layout::native(&laid, false).map_err(|error| of_sql(&error)),
        Some(Form::WideNative) => Layout::native(&laid, true).map_err(|error| of_sql(&error)),
        form => Ok(Layout::character(&laid, &options.field, &options.row, form == Some(Form::WideChar))),
    }
}

fn write_format(options: &BcpOptions, layout: &Layout) -> Result<(), Failure> {
    let Some(path) = &options.format_file else { return Ok(()) };
    let text = if options.is_xml { format_file::write_xml(layout) } else { format_file::write_plain(layout) };
    std::fs::write(path, text).map_err(|error| of_file(path, &error))
}
