//! `sluice sql`: opens the instance or connects to a server, then runs scripts, queries, the shell
//! or standard input.

use crate::attention::Attention;
use crate::client::{Client, Failure, open_script};
use crate::colours::Colours;
use crate::output::{Printer, Style, Terminal};
use crate::screen::Screen;
use crate::session::{Heard, Session};
use crate::shell;
use crate::sql_options::{Input, ServerName, SqlOptions};
use sluice_base::sync::Arc;
use sluice_client::{Audience, ClientError, Connection, Target, Trust};
use sluice_engine::{Instance, InstanceOptions, Value};
use sluice_tds::{Column, Message};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

pub(crate) fn run(options: &SqlOptions) -> Result<(), Failure> {
    // A missing script is reported before an instance is created.
    for input in &options.inputs {
        if let Input::File(path) = input {
            open_script(path)?;
        }
    }
    let is_shell = (options.inputs.is_empty() || options.stays) && options.output.is_none() && shell::can_edit();
    let colours = Colours::of_output();
    let screen = Screen::of_output(colours);
    let attention = Attention::begin(screen.clone(), is_shell);
    let out: Box<dyn Write> = match &options.output {
        None => Box::new(screen),
        Some(path) => Box::new(
            std::fs::File::create(path)
                .map_err(|error| Failure::Outside(format!("could not write '{}': {error}", path.display())))?,
        ),
    };
    let mut style = options.style.clone();
    // A file receives all messages (`tools/sqlcmd/sqlcmd-utility`, -r).
    style.stderr_severity = style.stderr_severity.filter(|_| options.output.is_none());
    let mut printer = Printer::new(std::io::BufWriter::with_capacity(64 << 10, out), style);
    options.severity_min.into_iter().for_each(|severity| printer.count_from(severity));
    // Explicit format options also apply on a terminal.
    if is_shell && options.style == Style::default() {
        printer = printer.at_terminal(Terminal::new(colours));
    }
    let (session, instance) = match &options.server {
        Some(server) => (Session::Remote(Box::new(connect(server, options, &mut printer)?)), None),
        None => {
            let instance = open(options, &attention)?;
            attention.take_instance(&instance);
            let session = instance.connect().map_err(|error| Failure::Outside(error.to_string()))?;
            (Session::Embedded(session), Some(instance))
        }
    };
    let mut client = Client::new(session, printer, options.stop_on_error, attention);
    client.echo = options.echo;
    client.variables.limits = options.scripts;
    for (name, value) in &options.variables {
        client.variables.set(name, value);
    }
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

/// Logs in to the server. Prints its messages.
fn connect<W: Write>(name: &ServerName, options: &SqlOptions, printer: &mut Printer<W>) -> Result<Connection, Failure> {
    let mut target = Target::new(&name.server, &name.user, &name.password).map_err(Failure::Outside)?;
    target.encryption = name.encryption;
    target.machine = name.machine.clone().unwrap_or(target.machine);
    if let Some(seconds) = name.log_in_s {
        target.log_in_max = Duration::from_secs(if seconds == 0 { NO_LIMIT_S } else { seconds });
    }
    target.database = options.database.clone().unwrap_or_default();
    if !name.trusts {
        target.trust = system_trust("-C")?;
    }
    Connection::log_in(&target, &mut Quiet(Heard(printer))).map_err(|error| {
        let hint = match &error {
            ClientError::NotBelieved(_) => " (-C believes any; SSL_CERT_FILE names those who vouch for it)",
            _ => "",
        };
        Failure::Outside(format!("{}: {error}{hint}", name.server))
    })
}

/// Returns the trust in the certificates of SSL_CERT_FILE or of the system. `option` is the option
/// that trusts any certificate.
pub(crate) fn system_trust(option: &str) -> Result<Trust, Failure> {
    let roots = std::env::var_os("SSL_CERT_FILE").unwrap_or_else(|| ROOTS.into());
    let pem = std::fs::read(&roots).map_err(|error| {
        let roots = roots.display();
        Failure::Outside(format!("could not read the trusted certificates in {roots} ({option} trusts any): {error}"))
    })?;
    Ok(Trust::of_pem(&pem))
}

/// Prints the messages of a log-in except the changes of database and language, as sqlcmd does.
struct Quiet<'p, W: Write>(Heard<'p, W>);

impl<W: Write> Audience for Quiet<'_, W> {
    fn columns(&mut self, _columns: &[Column]) {}
    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, message: &Message) {
        if !matches!(message.number, 5701 | 5703) {
            self.0.message(message);
        }
    }
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

/// The time limit of a log-in without a limit: twelve days, as long as the system can wait.
const NO_LIMIT_S: u64 = 1 << 20;
/// The file with the system's trusted certificates on Linux.
const ROOTS: &str = "/etc/ssl/certs/ca-certificates.crt";
