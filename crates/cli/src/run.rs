//! `sluice sql`: opens the instance or connects to a server, then runs scripts, queries, the shell
//! or standard input.

use crate::attention::Attention;
use crate::client::{Client, Failure, Setup, open_script};
use crate::colours::Colours;
use crate::connect::connect;
use crate::encoding::Encoder;
use crate::output::{Printer, Style, Terminal};
use crate::screen::Screen;
use crate::session::Session;
use crate::shell;
use crate::sql_options::{Input, SqlOptions};
use crate::variables::Variables;
use sluice_base::sync::Arc;
use sluice_engine::{Instance, InstanceOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Runs `sluice sql` to its end. A missing script fails before an instance is created.
pub(crate) fn run(options: &SqlOptions) -> Result<(), Failure> {
    // A missing script is reported before an instance is created.
    for input in &options.inputs {
        if let Input::File(path) = input {
            open_script(path)?;
        }
    }
    let variables = Variables::new(options.scripts, &options.variables).map_err(Failure::Outside)?;
    let is_shell = (options.inputs.is_empty() || options.stays) && options.output.is_none() && shell::can_edit();
    let colours = Colours::of_output();
    let screen = Screen::of_output(colours);
    let attention = Attention::begin(screen.clone(), is_shell);
    let mut style = options.style.clone();
    // A file receives all messages (`tools/sqlcmd/sqlcmd-utility`, -r).
    style.stderr_severity = style.stderr_severity.filter(|_| options.output.is_none());
    style.adopt(&variables);
    // Explicit format options also apply on a terminal.
    let is_plain = style == Style::default();
    let out = std::io::BufWriter::with_capacity(64 << 10, output(options, screen)?);
    let mut printer = Printer::new(out, style, options.encodings.output);
    options.severity_min.into_iter().for_each(|severity| printer.count_from(severity));
    if is_shell && is_plain {
        printer = printer.at_terminal(Terminal::new(colours));
    }
    let (session, instance) = match &options.server {
        Some(server) => {
            let connection = connect(server, &variables, &mut printer).map_err(Failure::Outside)?;
            (Session::Remote(Box::new(connection)), None)
        }
        None => {
            let instance = open(options, &attention)?;
            attention.take_instance(&instance);
            let session = instance.connect().map_err(|error| Failure::Outside(error.to_string()))?;
            (Session::Embedded(session), Some(instance))
        }
    };
    let setup = Setup {
        stop_on_error: options.stop_on_error,
        echo: options.echo,
        terminator: options.terminator.clone(),
        input: options.encodings.input,
        statistics: options.statistics,
        connection: options.connection.clone(),
    };
    let mut client = Client::new(session, printer, (variables, setup), attention);
    let outcome = run_all(&mut client, instance.as_ref(), (options, is_shell, colours));
    client.printer.flush();
    let outcome = outcome.and(client.output());
    let outcome = match (outcome, client.printer.last_severity().filter(|_| options.severity_min.is_some())) {
        (Ok(()) | Err(Failure::Batch), Some(severity)) => Err(Failure::Code(severity)),
        (outcome, _) => outcome,
    };
    drop(client);
    let closed = instance.map_or(Ok(()), |instance| instance.close());
    outcome.and(closed.map_err(|error| Failure::Outside(error.to_string())))
}

/// Returns the file of `-o`, or else standard output.
fn output(options: &SqlOptions, screen: Screen) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = &options.output else { return Ok(Box::new(screen)) };
    let file = std::fs::File::create(path);
    let file = file.map_err(|error| Failure::Outside(format!("could not write '{}': {error}", path.display())))?;
    Ok(Box::new(Encoder::new(file, options.encodings.output)))
}

/// Opens the instance. Shows the recovery as progress on a terminal.
fn open(options: &SqlOptions, attention: &Attention) -> Result<Arc<Instance>, Failure> {
    attention.start(&format!("opening '{}'", options.data.display()), None);
    let instance = if options.memory {
        Instance::open(InstanceOptions::in_memory())
    } else {
        Instance::open(InstanceOptions::in_folder(&options.data))
    };
    attention.finish();
    let instance = instance.map_err(|error| Failure::Outside(error.to_string()))?;
    match attention.ending() {
        None => Ok(instance),
        Some(signal) => {
            instance.close().map_err(|error| Failure::Outside(error.to_string())).and(Err(Failure::Signal(signal)))
        }
    }
}

fn run_all<W: Write>(
    client: &mut Client<W>,
    instance: Option<&Arc<Instance>>,
    (options, is_shell, colours): (&SqlOptions, bool, Colours),
) -> Result<(), Failure> {
    // With a server, the database was part of the log-in.
    if let Some(name) = options.database.as_ref().filter(|_| instance.is_some()) {
        client.enter(name)?;
    }
    if options.ends_after_log_in {
        return Ok(());
    }
    // The start-up script (`tools/sqlcmd/sqlcmd-use-scripting-variables`, example E).
    let startup = client.variables.text("SQLCMDINI").to_owned();
    if !startup.is_empty() && !options.scripts.is_closed && client.file(Path::new(&startup))? {
        return Ok(());
    }
    for input in &options.inputs {
        let is_end = match input {
            Input::File(path) => client.file(path)?,
            Input::Query(text) => client.lines(text.as_bytes(), Path::new("-Q"), false)?,
        };
        if is_end && options.stays {
            return Ok(());
        }
    }
    if !options.inputs.is_empty() && !options.stays {
        return Ok(());
    }
    let is_terminal = std::io::stdin().is_terminal();
    if is_terminal {
        greet(options);
    }
    if is_shell {
        return shell::run(client, instance, colours);
    }
    client.lines(std::io::stdin().lock(), Path::new("standard input"), is_terminal).map(|_| ())
}

/// Prints the greeting with hints for the shell.
fn greet(options: &SqlOptions) {
    let place = if let Some(server) = &options.server {
        format!("on {}", server.server)
    } else if options.memory {
        "in memory".to_owned()
    } else {
        format!("data in '{}'", options.data.display())
    };
    // A failed write of the greeting is ignored.
    let _ = writeln!(
        std::io::stderr(),
        "Sluice {}, {place}. GO runs what stands before it, \\? lists the commands, EXIT leaves.",
        env!("CARGO_PKG_VERSION")
    );
}
