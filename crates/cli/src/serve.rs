//! `sluice serve`: opens the instance, serves it until a signal ends the process, and closes it.

use crate::client::Failure;
use crate::log_output;
use crate::notify::notify;
use crate::os_signal::{OsSignal, OsSignals};
use crate::serve_options::ServeOptions;
use sluice_base::clock::sleep;
use sluice_base::error_log::{LogSource, TARGET};
use sluice_base::open_files;
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_engine::{Instance, InstanceOptions, ShutdownKind, default_limit};
use sluice_server::{Certificate, Metrics, Server, ServerError, ServerOptions};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

/// Serves until SIGTERM, SIGINT or SHUTDOWN. A second signal, or [`STOP_MAX`], ends the process at
/// once. SIGHUP reloads the certificate files; without such files it ends the server. A new folder
/// without a password is refused before it is created.
pub(crate) fn run(options: &ServeOptions) -> Result<(), Failure> {
    let outside = |error: &dyn std::fmt::Display| Failure::Outside(error.to_string());
    log_output::print_up_to(options.log_level);
    // A folder that was served before has a password. A new one needs a password before it is
    // created.
    if options.password.is_none() && (options.memory || !options.data.exists()) {
        return Err(outside(&ServerError::NoPassword));
    }
    let mut server_options = ServerOptions::new(options.listen, options.password.clone());
    server_options.encryption = options.encryption;
    if let Some((certificate, key)) = options.certificate.clone() {
        server_options.certificate = Certificate::Files { certificate, key };
    }
    let bound = bound_by_files(&mut server_options);
    // Unsafe options are reported before an instance is created.
    server_options.check().map_err(|error| outside(&error))?;
    // From here on a signal closes the instance, also during recovery.
    let wishes = Wishes::watch(options.certificate.is_some()).map_err(|error| outside(&error))?;
    let instance = Instance::open(instance_options(options)).map_err(|error| outside(&error))?;
    let pending = Arc::clone(&wishes.0);
    instance.shutdown().handle_with(move |kind| match kind {
        ShutdownKind::Clean => pending.add(Wish::Stop),
        ShutdownKind::NoWait => pending.add(Wish::StopAtOnce),
    });
    let log = instance.error_log();
    if let Some(bound) = bound {
        log.warning(LogSource::Server, format_args!("{bound}"));
    }
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
            // Recovery at the next start handles a failed close.
            let _ = instance.close();
            return Err(outside(&error));
        }
    };
    if let Some(metrics) = &metrics {
        log.information(LogSource::Server, format_args!("Metrics on http://{}/metrics.", metrics.address()));
    }
    let mut out = std::io::stdout();
    // A failed write is ignored: the line may have no reader.
    let _ = writeln!(out, "listening on {}", server.address()).and_then(|()| out.flush());
    notify("READY=1");
    let last = loop {
        match wishes.next() {
            Wish::RenewCertificate => {}
            last => break last,
        }
        match server.renew_certificate() {
            Ok(()) => log.information(LogSource::Server, format_args!("The certificate was read anew.")),
            Err(error) => {
                log.error(LogSource::Server, format_args!("The certificate stays as it was: {error}."));
            }
        }
    };
    notify("STOPPING=1");
    if let Some(metrics) = metrics {
        metrics.stop();
    }
    server.stop();
    if last == Wish::StopAtOnce {
        // SHUTDOWN WITH NOWAIT takes no checkpoints: the next start recovers.
        std::process::exit(0);
    }
    instance.close().map_err(|error| outside(&error))
}

/// Returns the options of the instance. An in-memory instance shares the machine's memory with its
/// files.
fn instance_options(options: &ServeOptions) -> InstanceOptions {
    let (opened, percent) = match (options.memory, options.files_limit) {
        (false, _) => (InstanceOptions::in_folder(&options.data), MEMORY_PERCENT),
        (true, Some(bytes)) => (InstanceOptions::in_memory_of(bytes), BESIDE_FILES_PERCENT),
        (true, None) => (InstanceOptions::in_memory(), BESIDE_FILES_PERCENT),
    };
    let memory_limit = options.memory_limit.unwrap_or_else(|| default_limit(percent));
    let log_sector = options.log_sector.unwrap_or(opened.log_sector);
    let simulate_persistent_memory = options.simulate_persistent_memory;
    let bulk_folder = options.bulk_folder.clone();
    InstanceOptions { memory_limit, log_sector, bulk_folder, simulate_persistent_memory, ..opened }
}

/// Requests made by signals and by SHUTDOWN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    RenewCertificate,
    Stop,
    StopAtOnce,
}

/// The process's signals, received by a thread from the start on.
///
/// After the first signal that ends the process, the process has [`STOP_MAX`] to close, even during
/// recovery or a long rollback. Then it exits, and the next start recovers.
struct Wishes(Arc<Pending>);

/// Requests not taken yet, in their order.
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
            while let Some((signal, number)) = signals.wait() {
                let exit = move || std::process::exit(crate::attention::EXIT_BY_SIGNAL + number);
                match signal {
                    OsSignal::HangUp if has_certificate_files => heard.add(Wish::RenewCertificate),
                    _ if is_stopping => exit(),
                    _ => {
                        is_stopping = true;
                        heard.add(Wish::Stop);
                        let late = named("stop").spawn(move || {
                            sleep(STOP_MAX);
                            tracing::error!(target: TARGET, "{LATE}");
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

    /// Waits for the next request. If the signal thread fails, it requests the end.
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

/// Limits connections by the open-file limit, reserving files for the databases: each connection is
/// an open file. Returns the notice of a lower limit.
fn bound_by_files(options: &mut ServerOptions) -> Option<String> {
    // If the limit is unknown, the listener meets it when it accepts.
    let limit = open_files::raise_limit().map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let connections = limit - FILES_OF_DATABASES.min(limit / 2);
    if connections >= options.connections_max {
        return None;
    }
    options.connections_max = connections;
    Some(format!("At most {limit} files may be open (ulimit -n), so that {connections} connections are let in."))
}

/// The last line of a process that doesn't close in time.
const LATE: &str = "The instance does not close in time. The next start recovers its databases.";
/// The time limit of a clean stop: below the ten seconds after which `docker stop` kills.
const STOP_MAX: Duration = Duration::from_secs(9);
/// Two files per database, and more for growing files and work files.
const FILES_OF_DATABASES: usize = 512;
/// The percentage of the machine's memory that a server with in-memory files uses beside the files.
const BESIDE_FILES_PERCENT: u64 = 55;
/// The percentage of the machine's memory that a server uses, as SQL Server on Linux.
const MEMORY_PERCENT: u64 = 80;
