//! Clients that are refused, and the bounds on clients before their log-in.

use crate::PASSWORD;
use crate::client::Client;
use sluice_base::clock::{Clock, SystemClock};
use sluice_engine::{Instance, InstanceOptions};
use sluice_server::{Metrics, Server, ServerOptions};
use sluice_tds::login::{Login, Password};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn served(change: impl FnOnce(&mut ServerOptions)) -> (Arc<Instance>, Server) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let mut options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    change(&mut options);
    let server = Server::start(instance.clone(), options).expect("a server");
    (instance, server)
}

fn asked(metrics: &Metrics, path: &str) -> String {
    let mut socket = TcpStream::connect(metrics.address()).expect("it listens");
    write!(socket, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    socket.read_to_string(&mut answer).expect("text");
    answer
}

#[test]
fn password_guesses_are_delayed_and_counted() {
    let (instance, server) = served(|_| {});
    let metrics = Metrics::start("127.0.0.1:0".parse().unwrap(), &server).expect("a port");
    let guess = |password: &str| Client::try_log_in(server.address(), password, "").1.errors();
    let clock = SystemClock::new();
    let since_ns = clock.monotonic_ns();
    for _ in 0..6 {
        assert_eq!(guess("wrong"), [18456]);
    }
    // Three failures are free; the gaps are then 100, 200, 400 milliseconds. The right password
    // waits as long as a wrong one.
    assert!(guess(PASSWORD).is_empty());
    assert!(clock.monotonic_ns() - since_ns >= 700_000_000);
    assert_eq!(guess("wrong"), [18456]);
    let told = asked(&metrics, "/metrics");
    for line in ["sluice_log_ins_total 1", "sluice_log_ins_failed_total 7", "sluice_requests_total 0"] {
        assert!(told.lines().any(|found| found == line), "{line} in {told}");
    }
    assert!(told.contains("sluice_log_flushes_total{database=\"master\"}"), "{told}");
    assert!(told.contains("\n# TYPE sluice_database_pages gauge\n"), "{told}");
    assert!(asked(&metrics, "/").starts_with("HTTP/1.1 404"));
    metrics.stop();
    server.stop();
    instance.close().expect("it closes");
}

#[test]
fn silent_newcomers_make_room_for_others() {
    let (instance, server) = served(|options| options.newcomers_max = 4);
    let mut silent: Vec<TcpStream> =
        (0..12).map(|_| TcpStream::connect(server.address()).expect("it listens")).collect();
    let mut client = Client::log_in(server.address());
    assert!(client.batch("SELECT 1").errors().is_empty());
    // The oldest was closed early; the others were closed no earlier than at the time limit.
    silent[0].set_read_timeout(Some(Duration::from_secs(10))).expect("a socket");
    assert_eq!(silent[0].read(&mut [0]).expect("the end"), 0);
    drop(silent);
    server.stop();
    instance.close().expect("it closes");
}

#[test]
fn log_in_has_a_time_limit() {
    let (instance, server) = served(|options| options.log_in_max = Duration::from_millis(200));
    let mut slow = TcpStream::connect(server.address()).expect("it listens");
    // A packet header that announces more bytes than follow.
    slow.write_all(&[0x12, 1, 0, 58, 0, 0, 0, 0]).expect("a socket");
    slow.set_read_timeout(Some(Duration::from_secs(10))).expect("a socket");
    assert_eq!(slow.read(&mut [0]).expect("the end"), 0);
    server.stop();
    instance.close().expect("it closes");
}

#[test]
fn requests_wait_while_a_password_is_hashed() {
    let (instance, server) = served(|_| {});
    let metrics = Metrics::start("127.0.0.1:0".parse().unwrap(), &server).expect("a port");
    let mut administrator = Client::log_in(server.address());
    let mut worker = Client::log_in(server.address());
    let is_over = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&is_over);
    let working = std::thread::spawn(move || {
        // A request in a transaction that holds locks waits too, and no other request waits for its
        // locks.
        assert!(worker.batch("CREATE TABLE t (a INT); BEGIN TRANSACTION; INSERT t VALUES (1)").errors().is_empty());
        while !told.load(Ordering::Relaxed) {
            assert!(worker.batch("SELECT a FROM t").errors().is_empty());
        }
    });
    // Each new login needs a hash. The worker may send no request during some of the hashes, hence
    // the loop.
    let waited = (0..100).any(|number| {
        let made = administrator.batch(&format!("CREATE LOGIN stranger{number} WITH PASSWORD = 'Strange-Horse'"));
        assert!(made.errors().is_empty(), "{made:?}");
        let login = Login {
            user_name: format!("stranger{number}"),
            password: Password("Strange-Horse".into()),
            ..Login::default()
        };
        let mut stranger = Client::greeted(server.address());
        // Waits until the priority of the new connection has expired.
        std::thread::sleep(Duration::from_millis(50));
        let before = requests_after_log_ins(&metrics);
        assert!(stranger.introduce(login).errors().is_empty());
        drop(stranger);
        // A thread that has waited may still have to wake up.
        (0..50).any(|_| {
            std::thread::sleep(Duration::from_millis(1));
            requests_after_log_ins(&metrics) > before
        })
    });
    is_over.store(true, Ordering::Relaxed);
    working.join().expect("it went well");
    assert!(waited);
    metrics.stop();
    server.stop();
    instance.close().expect("it closes");
}

#[test]
fn requests_wait_briefly_for_silent_clients() {
    let (instance, server) = served(|_| {});
    let metrics = Metrics::start("127.0.0.1:0".parse().unwrap(), &server).expect("a port");
    let mut worker = Client::log_in(server.address());
    let mut silent = Vec::new();
    // A request may begin before the server notices the connection.
    let waited = (0..100).any(|_| {
        silent.push(TcpStream::connect(server.address()).expect("it listens"));
        assert!(worker.batch("SELECT 1").errors().is_empty());
        requests_after_log_ins(&metrics) > 0
    });
    assert!(waited);
    // The silent connections are all still open.
    let goes_on = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let before = requests_after_log_ins(&metrics);
        (0..5).for_each(|_| assert!(worker.batch("SELECT 1").errors().is_empty()));
        requests_after_log_ins(&metrics) == before
    });
    assert!(goes_on);
    assert!(server.connections() > silent.len());
    metrics.stop();
    server.stop();
    instance.close().expect("it closes");
}

fn requests_after_log_ins(metrics: &Metrics) -> u64 {
    let told = asked(metrics, "/metrics");
    let count = told.lines().find_map(|line| line.strip_prefix("sluice_requests_after_log_ins_total "));
    count.expect("it is told").parse().expect("a number")
}
