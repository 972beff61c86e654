//! `sluice sql`: opens the instance, and runs the scripts, the queries, the shell or what comes on standard input.

use crate::arguments::{Input, SqlOptions};
use crate::client::{Client, Failure, open_script};
use crate::output::{Printer, Style};
use crate::shell;
use sluice_base::sync::Arc;
use sluice_engine::{Instance, InstanceOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Runs what the options ask for.
pub(crate) fn run(options: SqlOptions) -> Result<(), Failure> {
    // A script that is not there is told before an instance is made for it.
    for input in &options.inputs {
        if let Input::File(path) = input {
            open_script(path)?;
        }
    }
    let instance = if options.memory {
        Instance::open(InstanceOptions::in_memory())
    } else {
        Instance::open(InstanceOptions::in_folder(&options.data))
    };
    let instance = instance.map_err(|error| Failure::Outside(error.to_string()))?;
    let session = instance.connect().map_err(|error| Failure::Outside(error.to_string()))?;
    let style = Style { headers: options.headers, separator: options.separator.clone(), trim: options.trim };
    let out = std::io::BufWriter::with_capacity(64 << 10, std::io::stdout());
    let mut client = Client::new(session, Printer::new(out, style), options.stop_on_error);
    for (name, value) in &options.variables {
        client.variables.set(name, value);
    }
    let outcome = run_all(&mut client, &instance, &options);
    client.printer.flush();
    drop(client);
    let closed = instance.close().map_err(|error| Failure::Outside(error.to_string()));
    outcome.and(closed)
}

fn run_all<W: Write>(client: &mut Client<W>, instance: &Arc<Instance>, options: &SqlOptions) -> Result<(), Failure> {
    if let Some(name) = &options.database {
        client.enter(name)?;
    }
    for input in &options.inputs {
        match input {
            Input::File(path) => client.file(path)?,
            Input::Query(text) => client.lines(text.as_bytes(), Path::new("-Q"), false)?,
        };
    }
    if !options.inputs.is_empty() {
        return Ok(());
    }
    let is_terminal = std::io::stdin().is_terminal();
    if is_terminal {
        greet(options);
    }
    if is_terminal && shell::can_edit() {
        return shell::run(client, instance);
    }
    client.lines(std::io::stdin().lock(), Path::new("standard input"), is_terminal).map(|_| ())
}

/// Tells who sits at a terminal what to do there.
fn greet(options: &SqlOptions) {
    let place = if options.memory { "in memory".to_owned() } else { format!("data in '{}'", options.data.display()) };
    // A greeting that can't be shown is no reason to stop.
    let _ = writeln!(
        std::io::stderr(),
        "Sluice {}, {place}. GO runs what stands before it, \\? lists the commands, EXIT leaves.",
        env!("CARGO_PKG_VERSION")
    );
}
