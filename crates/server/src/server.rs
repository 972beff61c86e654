//! The listener: accepts connections, gives each a thread, and closes them at the end. Beyond the
//! limits, a new connection or the oldest newcomer is closed.

use crate::connection;
use crate::counts::{Census, Counts};
use crate::line::{self, Line};
use crate::options::{ServerError, ServerOptions};
use crate::precedence::Precedence;
use crate::shared::Shared;
use crate::throttle::Throttle;
use crate::watcher::Watcher;
use sluice_base::clock::{SystemClock, sleep};
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::scheduling::take_short_turns;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_engine::Instance;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// A listening server. One thread accepts, another watches; each connection has its own. Only
/// [`Server::stop`] ends them.
pub struct Server {
    doorman: Arc<Doorman>,
    address: SocketAddr,
    acceptor: std::thread::JoinHandle<()>,
    watcher: std::thread::JoinHandle<()>,
}

/// Accepts connections and lists the open ones.
struct Doorman {
    shared: Shared,
    open: Mutex<Open>,
    leaving: Condvar,
    is_stopping: AtomicBool,
}

#[derive(Default)]
struct Open {
    lines: BTreeMap<u64, Arc<line::Shared>>,
    /// Connections that are not logged in, the oldest first.
    newcomers: BTreeSet<u64>,
    next: u64,
}

/// An entry in the list of open connections, until it is dropped.
struct Present {
    doorman: Arc<Doorman>,
    number: u64,
}

impl Server {
    /// Starts to listen and serve the instance. The password in the options becomes that of `sa` if
    /// `sa` has none yet.
    ///
    /// # Errors
    /// The options are unsafe, no log-in is possible, the password is too weak, or the certificate
    /// can't be used. The address is in use or belongs to another machine. No thread can be
    /// started.
    pub fn start(instance: Arc<Instance>, options: ServerOptions) -> Result<Server, ServerError> {
        options.check()?;
        if let Some(password) = &options.password {
            instance.begin_with_password(password).map_err(ServerError::Password)?;
        }
        if !instance.has_administrators_password() {
            return Err(ServerError::NoPassword);
        }
        let tls = Mutex::new(options.tls()?);
        let wanted = options.listen;
        let failed = |error| ServerError::Listen(wanted, error);
        let listener = TcpListener::bind(wanted).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let clock = Arc::new(SystemClock::new());
        let doorman = Arc::new(Doorman {
            shared: Shared {
                instance,
                options,
                tls,
                clock,
                watcher: Watcher::default(),
                throttle: Throttle::default(),
                precedence: Precedence::default(),
                counts: Counts::default(),
            },
            open: Mutex::default(),
            leaving: Condvar::default(),
            is_stopping: AtomicBool::new(false),
        });
        let theirs = Arc::clone(&doorman);
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        let watcher = named("attentions").spawn(move || theirs.shared.watcher.run()).map_err(failed)?;
        let theirs = Arc::clone(&doorman);
        let acceptor = named("listener").spawn(move || accept(&listener, &theirs)).map_err(failed)?;
        let log = doorman.shared.instance.error_log();
        log.information(LogSource::Server, format_args!("Server is listening on {address}."));
        Ok(Server { doorman, address, acceptor, watcher })
    }

    /// Returns the address that the server listens on, with the port chosen by the system if the
    /// requested one was 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Reads the certificate files again, or makes a new self-signed certificate. New connections
    /// use it; open ones keep theirs.
    ///
    /// # Errors
    /// The certificate can't be read or used; the old one stays in use.
    pub fn renew_certificate(&self) -> Result<(), ServerError> {
        let Shared { options, tls, .. } = &self.doorman.shared;
        let renewed = options.tls()?;
        *tls.lock() = renewed;
        Ok(())
    }

    /// Returns the number of open connections, newcomers included.
    pub fn connections(&self) -> usize {
        self.doorman.open.lock().lines.len()
    }

    /// Returns a function that reads the counters, also from another thread. It keeps the instance
    /// alive.
    pub(crate) fn census(&self) -> impl Fn() -> Census + Send + use<> {
        let doorman = Arc::clone(&self.doorman);
        move || Census {
            instance: Arc::clone(&doorman.shared.instance),
            counts: doorman.shared.counts.named(),
            open: doorman.open.lock().lines.len(),
        }
    }

    /// Stops accepting, closes the connections, stops their requests, rolls back their transactions
    /// and waits for their threads. The instance stays open.
    pub fn stop(self) {
        self.doorman.is_stopping.store(true, Ordering::SeqCst);
        let log = self.doorman.shared.instance.error_log();
        log.information(LogSource::Server, format_args!("Server stops listening and closes its connections."));
        // The listener waits for a connection. If the connect fails, the listener has already
        // ended.
        drop(TcpStream::connect(self.address));
        // The thread has ended, possibly by a panic; nothing is left to do.
        let _ = self.acceptor.join();
        let mut open = self.doorman.open.lock();
        open.lines.values().for_each(|line| line.close());
        while !open.lines.is_empty() {
            open = self.doorman.leaving.wait(open);
        }
        drop(open);
        self.doorman.shared.watcher.end();
        let _ = self.watcher.join();
    }
}

fn accept(listener: &TcpListener, doorman: &Arc<Doorman>) {
    let mut complaint = Complaint::default();
    // Short scheduler turns let the listener accept early beside dozens of busy threads. The
    // connections' threads inherit this.
    take_short_turns(true);
    loop {
        let accepted = listener.accept();
        if doorman.is_stopping.load(Ordering::SeqCst) {
            return;
        }
        let (now_ns, log) = (doorman.shared.clock.monotonic_ns(), doorman.shared.instance.error_log());
        match accepted.and_then(|(socket, peer)| welcome(socket, peer, doorman)) {
            Ok(Welcome::LetIn) => {}
            Ok(Welcome::TurnedAway(open)) => {
                complaint.report(log, now_ns, format_args!("There are {open} connections, and no more are let in"));
            }
            Err(error) => {
                // An error such as too many open files may pass. Accepting again at once would fail
                // again.
                complaint.report(log, now_ns, format_args!("A connection could not be accepted: {error}"));
                sleep(AFTER_FAILURE);
            }
        }
    }
}

/// The outcome of a new connection.
enum Welcome {
    LetIn,
    /// There are too many connections.
    TurnedAway(usize),
}

/// Complaints about refused connections, logged at intervals because a client may reconnect
/// continually.
#[derive(Default)]
struct Complaint {
    reported_ns: Option<u64>,
    suppressed: u64,
}

impl Complaint {
    fn report(&mut self, log: &ErrorLog, now_ns: u64, what: std::fmt::Arguments<'_>) {
        if self.reported_ns.is_some_and(|reported_ns| now_ns < reported_ns + COMPLAINT_NS) {
            self.suppressed += 1;
            return;
        }
        match std::mem::take(&mut self.suppressed) {
            0 => log.warning(LogSource::Server, format_args!("{what}.")),
            suppressed => {
                log.warning(LogSource::Server, format_args!("{what} (and {suppressed} times before)."));
            }
        }
        self.reported_ns = Some(now_ns);
    }
}

fn welcome(socket: TcpStream, peer: SocketAddr, doorman: &Arc<Doorman>) -> io::Result<Welcome> {
    let Shared { options, counts, precedence, clock, .. } = &doorman.shared;
    counts.connections.add();
    // Answers are sent as whole packets, so Nagle's delay would only cost time.
    socket.set_nodelay(true)?;
    let line = Line::new(socket, Arc::clone(doorman.shared.instance.network_counters()), Arc::clone(clock));
    let mut open = doorman.open.lock();
    if open.lines.len() >= options.connections_max {
        counts.turned_away.add();
        return Ok(Welcome::TurnedAway(open.lines.len()));
    }
    let mut oldest = None;
    if open.newcomers.len() >= options.newcomers_max
        && let Some(number) = open.newcomers.pop_first()
    {
        // A log-in takes a moment: the oldest newcomer is not a client, or it will reconnect.
        counts.turned_away.add();
        oldest = open.lines.get(&number).map(Arc::clone);
    }
    open.next += 1;
    let number = open.next;
    open.lines.insert(number, Arc::clone(&line.shared));
    open.newcomers.insert(number);
    drop(open);
    oldest.inspect(|line| line.close());
    let present = Present { doorman: Arc::clone(doorman), number };
    let arrived = precedence.arrive(&**clock);
    let thread = thread::Builder::new().name(format!("client {peer}")).stack_size(STACK_BYTES);
    thread.spawn(move || {
        let let_in = || {
            present.doorman.open.lock().newcomers.remove(&present.number);
        };
        let shared = &present.doorman.shared;
        let ahead = shared.precedence.follow(arrived, &*shared.clock);
        let ended = connection::serve(line, shared, ahead, let_in);
        if !present.doorman.is_stopping.load(Ordering::SeqCst) {
            if ended.is_packet_error() {
                shared.instance.network_counters().packet_errors.add(1);
            }
            ended.log(shared.instance.error_log(), peer);
        }
        drop(present);
    })?;
    Ok(Welcome::LetIn)
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut open = self.doorman.open.lock();
        open.newcomers.remove(&self.number);
        let line = open.lines.remove(&self.number);
        drop(open);
        // Closes the socket after the lock is released, so that lock waiters don't wait for the
        // system call.
        line.inspect(|line| line.close());
        self.doorman.leaving.notify_all();
    }
}

/// The stack size of the main thread, for expressions and procedures nested to their limits. The
/// system allocates the memory as it is touched.
const STACK_BYTES: usize = 8 << 20;
const AFTER_FAILURE: Duration = Duration::from_millis(50);
const COMPLAINT_NS: u64 = 10_000_000_000;
