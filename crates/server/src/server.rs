//! The listener: accepts connections, gives each a thread, and ends them in order.

use crate::connection;
use crate::counts::{Census, Counts};
use crate::ended::Ended;
use crate::line::{self, Line};
use crate::options::{ServerError, ServerOptions};
use crate::precedence::Precedence;
use crate::shared::Shared;
use crate::throttle::Throttle;
use crate::watcher::Watcher;
use sluice_base::clock::{SystemClock, sleep};
use sluice_base::scheduling::take_short_turns;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex, thread::JoinHandle};
use sluice_engine::Instance;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// A server that listens.
pub struct Server {
    doorman: Arc<Doorman>,
    address: SocketAddr,
    acceptor: JoinHandle<()>,
    watcher: JoinHandle<()>,
}

/// Who lets connections in and knows those that are there.
struct Doorman {
    shared: Shared,
    open: Mutex<Open>,
    leaving: Condvar,
    is_stopping: AtomicBool,
}

#[derive(Default)]
struct Open {
    lines: BTreeMap<u64, Arc<line::Shared>>,
    /// Those of them that are not logged in, the oldest first.
    newcomers: BTreeSet<u64>,
    next: u64,
}

/// A connection that is there, until it is dropped.
struct Present {
    doorman: Arc<Doorman>,
    number: u64,
}

impl Server {
    /// Listens, and serves the instance from now on.
    ///
    /// # Errors
    /// The options are unsafe, nobody could log in, the certificate is of no use, the address is in use or not this machine's, or there are no threads to be had.
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
        Ok(Server { doorman, address, acceptor, watcher })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Reads the certificate anew where it is in files: connections that begin from now on see it, and those that are there keep theirs.
    ///
    /// # Errors
    /// It is not to be had, or of no use; what it was stays.
    pub fn renew_certificate(&self) -> Result<(), ServerError> {
        let Shared { options, tls, .. } = &self.doorman.shared;
        let renewed = options.tls()?;
        *tls.lock() = renewed;
        Ok(())
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.doorman.open.lock().lines.len()
    }

    /// What tells how much there is and was of everything, also from another thread.
    pub(crate) fn census(&self) -> impl Fn() -> Census + Send + use<> {
        let doorman = Arc::clone(&self.doorman);
        move || Census {
            instance: Arc::clone(&doorman.shared.instance),
            counts: doorman.shared.counts.named(),
            open: doorman.open.lock().lines.len(),
        }
    }

    /// Lets nobody in any more, ends the connections, what is open in them rolled back, and waits for all that. The instance stays open.
    pub fn stop(self) {
        self.doorman.is_stopping.store(true, Ordering::SeqCst);
        // The listener waits for somebody to come. If nobody can, it has ended.
        drop(TcpStream::connect(self.address));
        // A thread that a fault of ours ended has nothing left to wait for.
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
    // Behind dozens of threads that work, who waits for somebody to come would hear of it late. Its connections' threads begin as it is.
    take_short_turns(true);
    loop {
        let accepted = listener.accept();
        if doorman.is_stopping.load(Ordering::SeqCst) {
            return;
        }
        let now_ns = doorman.shared.clock.monotonic_ns();
        match accepted.and_then(|(socket, peer)| welcome(socket, peer, doorman)) {
            Ok(Welcome::LetIn) => {}
            Ok(Welcome::TurnedAway(open)) => {
                complaint.tell(now_ns, format_args!("there are {open} connections, and no more are let in"));
            }
            Err(error) => {
                // Such as too many open files: it may pass. Who waits to be accepted would be found again at once.
                complaint.tell(now_ns, format_args!("a connection could not be accepted: {error}"));
                sleep(AFTER_FAILURE);
            }
        }
    }
}

/// What became of who came.
enum Welcome {
    LetIn,
    /// As there are so many already.
    TurnedAway(usize),
}

/// Complaints about those who can't be let in: told now and then, since whoever comes again and again makes one each time.
#[derive(Default)]
struct Complaint {
    told_ns: Option<u64>,
    untold: u64,
}

impl Complaint {
    fn tell(&mut self, now_ns: u64, what: std::fmt::Arguments<'_>) {
        if self.told_ns.is_some_and(|told_ns| now_ns < told_ns + COMPLAINT_NS) {
            self.untold += 1;
            return;
        }
        match std::mem::take(&mut self.untold) {
            0 => log(what),
            untold => log(format_args!("{what} (and {untold} times before)")),
        }
        self.told_ns = Some(now_ns);
    }
}

fn welcome(socket: TcpStream, peer: SocketAddr, doorman: &Arc<Doorman>) -> io::Result<Welcome> {
    let Shared { options, counts, precedence, clock, .. } = &doorman.shared;
    counts.connections.add();
    // Answers are whole packets: they are not kept back for more.
    socket.set_nodelay(true)?;
    let line = Line::new(socket);
    let mut open = doorman.open.lock();
    if open.lines.len() >= options.connections_max {
        counts.turned_away.add();
        return Ok(Welcome::TurnedAway(open.lines.len()));
    }
    let mut oldest = None;
    if open.newcomers.len() >= options.newcomers_max
        && let Some(number) = open.newcomers.pop_first()
    {
        // A log-in takes a moment: who has been at it for longest is no client, or one that comes again.
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
        match connection::serve(line, shared, ahead, let_in) {
            Ended::Gone => {}
            _ if present.doorman.is_stopping.load(Ordering::SeqCst) => {}
            ended => log(format_args!("{peer}: {ended}")),
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
        // Who waits for the lock is not to wait for the system, too.
        line.inspect(|line| line.close());
        self.doorman.leaving.notify_all();
    }
}

/// Tells who runs the server.
fn log(what: std::fmt::Arguments<'_>) {
    // What can't be told is no reason to stop.
    let _ = writeln!(io::stderr(), "sluice: {what}");
}

/// As much as the command line's own thread has, for expressions and procedures that are nested as deep as they may be. The system
/// gives the memory as it is touched.
const STACK_BYTES: usize = 8 << 20;
const AFTER_FAILURE: Duration = Duration::from_millis(50);
const COMPLAINT_NS: u64 = 10_000_000_000;
