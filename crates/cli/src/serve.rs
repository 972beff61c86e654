//! `sluice serve`: opens the instance, serves it until a signal ends the process, and closes it in order.

use crate::client::Failure;
use crate::notify::notify;
use crate::serve_options::ServeOptions;
use sluice_base::clock::sleep;
use sluice_base::open_files;
use sluice_base::os_signal::{OsSignal, OsSignals};
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_engine::{Instance, InstanceOptions, default_limit};
use sluice_server::{Certificate, Metrics, Server, ServerError, ServerOptions};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

/// Serves until SIGTERM or SIGINT; a second one, or [`STOP_MAX`], ends the process at once. SIGHUP has the certificate read anew, and ends the server where none was given.
pub(crate) fn run(options: &ServeOptions) -> Result<(), Failure> {
    let outside = |error: &dyn std::fmt::Display| Failure::Outside(error.to_string());
    // A folder that has been served keeps a password; what begins empty wants one before it is made.
    if options.password.is_none() && (options.memory || !options.data.exists()) {
        return Err(outside(&ServerError::NoPassword));
    }
    let mut server_options = ServerOptions::new(options.listen, options.password.clone());
    server_options.encryption = options.encryption;
    if let Some((certificate, key)) = options.certificate.clone() {
        server_options.certificate = Certificate::Files { certificate, key };
    }
    bound_by_files(&mut server_options);
    // What is unsafe is told before an instance is made for it.
    server_options.check().map_err(|error| outside(&error))?;
    // From here on a signal is met in order, also while the instance recovers.
    let wishes = Wishes::watch(options.certificate.is_some()).map_err(|error| outside(&error))?;
    let instance = Instance::open(instance_options(options)).map_err(|error| outside(&error))?;
    let started = Server::start(instance.clone(), server_options).and_then(|server| {
        let metrics = options.metrics.map(|listen| Metrics::start(listen, &server)).transpose();
        match metrics {
            Ok(metrics) => Ok((server, metrics)),
            Err(error) => {
                server.stop();
                Err(error)
            }
        }
    });
    let (server, metrics) = match started {
        Ok(started) => started,
        Err(error) => {
            // What can't be closed either is recovered at the next start.
            let _ = instance.close();
            return Err(outside(&error));
        }
    };
    if let Some(metrics) = &metrics {
        eprint(format_args!("metrics on http://{}/metrics", metrics.address()));
    }
    let mut out = std::io::stdout();
    // Nobody has to read it.
    let _ = writeln!(out, "listening on {}", server.address()).and_then(|()| out.flush());
    notify("READY=1");
    while wishes.next() == Wish::RenewCertificate {
        match server.renew_certificate() {
            Ok(()) => eprint(format_args!("the certificate was read anew")),
            Err(error) => eprint(format_args!("the certificate stays as it was: {error}")),
        }
    }
    notify("STOPPING=1");
    if let Some(metrics) = metrics {
        metrics.stop();
    }
    server.stop();
    instance.close().map_err(|error| outside(&error))
}

/// The options of the instance. One in memory shares the machine's memory with its files.
fn instance_options(options: &ServeOptions) -> InstanceOptions {
    let (opened, percent) = match (options.memory, options.files_limit) {
        (false, _) => (InstanceOptions::in_folder(&options.data), MEMORY_PERCENT),
        (true, Some(bytes)) => (InstanceOptions::in_memory_of(bytes), BESIDE_FILES_PERCENT),
        (true, None) => (InstanceOptions::in_memory(), BESIDE_FILES_PERCENT),
    };
    InstanceOptions { memory_limit: options.memory_limit.unwrap_or_else(|| default_limit(percent)), ..opened }
}

/// Requests that the system's signals make of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    RenewCertificate,
    Stop,
}

/// The signals of the process, met by a thread of their own from the start on.
///
/// From the first signal that asks for the end the process has [`STOP_MAX`] to end in order, whatever runs: also while the instance
/// recovers, or a long transaction is rolled back. Then it ends as it is, and the next start recovers.
struct Wishes(Arc<Pending>);

/// Wishes that came and were not taken yet, in their order.
#[derive(Default)]
struct Pending {
    wishes: Mutex<VecDeque<Wish>>,
    has_more: Condvar,
}

impl Pending {
    fn add(&self, wish: Wish) {
        self.wishes.lock().push_back(wish);
        self.has_more.notify_one();
    }
}

impl Wishes {
    fn watch(has_certificate_files: bool) -> io::Result<Wishes> {
        let mut signals = OsSignals::watch()?;
        let pending = Arc::new(Pending::default());
        let heard = Arc::clone(&pending);
        let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
        named("signals").spawn(move || {
            let mut is_stopping = false;
            while let Ok((signal, number)) = signals.wait() {
                let exit = move || std::process::exit(crate::attention::EXIT_BY_SIGNAL + number);
                match signal {
                    OsSignal::HangUp if has_certificate_files => heard.add(Wish::RenewCertificate),
                    _ if is_stopping => exit(),
                    _ => {
                        is_stopping = true;
                        heard.add(Wish::Stop);
                        let late = named("stop").spawn(move || {
                            sleep(STOP_MAX);
                            eprint(format_args!(
                                "what runs does not end in time: the next start recovers the databases"
                            ));
                            exit()
                        });
                        if late.is_err() {
                            exit();
                        }
                    }
                }
            }
            heard.add(Wish::Stop);
        })?;
        Ok(Wishes(pending))
    }

    /// Waits for the next wish. The thread that can hear no more signals wishes for the end.
    fn next(&self) -> Wish {
        let mut wishes = self.0.wishes.lock();
        loop {
            match wishes.pop_front() {
                Some(wish) => return wish,
                None => wishes = self.0.has_more.wait(wishes),
            }
        }
    }
}

/// A connection is an open file, of which a process may have so many: what the databases need is kept free.
fn bound_by_files(options: &mut ServerOptions) {
    // Where the limit can't be told, the listener finds it.
    let limit = open_files::raise_limit().map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let connections = limit - FILES_OF_DATABASES.min(limit / 2);
    if connections < options.connections_max {
        options.connections_max = connections;
        eprint(format_args!(
            "as {limit} files may be open at a time (ulimit -n), at most {connections} connections are let in"
        ));
    }
}

/// Tells who runs the server something besides.
fn eprint(what: std::fmt::Arguments<'_>) {
    // Nobody has to read it.
    let _ = writeln!(std::io::stderr(), "sluice: {what}");
}

/// How long an orderly end may take: within the ten seconds after which `docker stop` kills.
const STOP_MAX: Duration = Duration::from_secs(9);
/// Two for each database, and some more while files grow and work files are there.
const FILES_OF_DATABASES: usize = 512;
/// How much of the machine's memory a server takes beside its files, if these are in memory.
const BESIDE_FILES_PERCENT: u64 = 55;
/// How much of the machine's memory a server takes, as SQL Server does on Linux.
const MEMORY_PERCENT: u64 = 80;
