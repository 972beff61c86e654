//! `sluice serve`: opens the instance, serves it until a signal ends the process, and closes it in order.

use crate::arguments::ServeOptions;
use crate::client::Failure;
use sluice_base::os_signal::OsSignals;
use sluice_engine::{Instance, InstanceOptions};
use sluice_server::{Certificate, Server, ServerError, ServerOptions};
use std::io::Write;

/// Serves until SIGTERM or SIGINT; a second one ends the process at once.
pub(crate) fn run(options: &ServeOptions) -> Result<(), Failure> {
    let outside = |error: &dyn std::fmt::Display| Failure::Outside(error.to_string());
    let password = std::env::var(PASSWORD).map_err(|_| outside(&ServerError::NoPassword))?;
    let mut server_options = ServerOptions::new(options.listen, password).map_err(|error| outside(&error))?;
    server_options.encryption = options.encryption;
    if let (Some(certificate), Some(key)) = (&options.certificate, &options.key) {
        server_options.certificate = Certificate::Files { certificate: certificate.clone(), key: key.clone() };
    }
    // What is unsafe is told before an instance is made for it.
    server_options.check().map_err(|error| outside(&error))?;
    // From here on a signal is met in order, also while the instance recovers.
    let mut signals = OsSignals::watch().map_err(|error| outside(&error))?;
    let instance = Instance::open(if options.memory {
        InstanceOptions::in_memory()
    } else {
        InstanceOptions::in_folder(&options.data)
    });
    let instance = instance.map_err(|error| outside(&error))?;
    let server = match Server::start(instance.clone(), server_options) {
        Ok(server) => server,
        Err(error) => {
            // What can't be closed either is recovered at the next start.
            let _ = instance.close();
            return Err(outside(&error));
        }
    };
    let mut out = std::io::stdout();
    // Nobody has to read it.
    let _ = writeln!(out, "listening on {}", server.address()).and_then(|()| out.flush());
    let waited = signals.wait().map_err(|error| outside(&error));
    if let Ok((_, number)) = &waited {
        let number = *number;
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if signals.wait().is_ok() {
                std::process::exit(crate::attention::EXIT_BY_SIGNAL + number);
            }
        });
    }
    server.stop();
    instance.close().map_err(|error| outside(&error))?;
    waited.map(|_| ())
}

const PASSWORD: &str = "MSSQL_SA_PASSWORD";
