//! Every pair of server policy and client setting, with real handshakes (MS-TDS 2.2.6.5), and TDS
//! 8.0.

use crate::PASSWORD;
use sluice_client::{Audience, ClientError, Connection, Target, Trust, Wish};
use sluice_engine::{Instance, InstanceOptions};
use sluice_server::{Certificate, Policy, Server, ServerOptions};
use sluice_tds::{Column, Message};
use sluice_types::Value;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The values received.
#[derive(Default)]
pub(crate) struct Values(pub(crate) Vec<Value>);

impl Audience for Values {
    fn columns(&mut self, _columns: &[Column]) {}
    fn row(&mut self, row: &[Value]) {
        self.0.extend_from_slice(row);
    }
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, message: &Message) {
        assert!(message.severity <= 10, "{}", message.text);
    }
}

pub(crate) fn target(address: SocketAddr, encryption: Wish) -> Target {
    let target = Target::new(&format!("{},{}", address.ip(), address.port()), "sa", PASSWORD).expect("a server");
    Target { encryption, ..target }
}

fn served(encryption: Policy, test: impl FnOnce(SocketAddr)) {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    let server = Server::start(instance.clone(), ServerOptions { encryption, ..options }).expect("a server");
    test(server.address());
    server.stop();
    instance.close().expect("it closes");
}

/// Starts a proxy between a client and the server. The flag becomes true if `needle` passes in
/// either direction.
fn overheard(server: SocketAddr, needle: Vec<u8>) -> (SocketAddr, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let heard = Arc::new(AtomicBool::new(false));
    let theirs = Arc::clone(&heard);
    std::thread::spawn(move || {
        let (client, _) = listener.accept().expect("a client");
        let server = TcpStream::connect(server).expect("the server");
        for (mut from, mut to) in [(client.try_clone().unwrap(), server.try_clone().unwrap()), (server, client)] {
            let (heard, needle) = (Arc::clone(&theirs), needle.clone());
            std::thread::spawn(move || {
                let (mut bytes, mut all) = (vec![0; 4096], Vec::new());
                while let Ok(count @ 1..) = from.read(&mut bytes) {
                    all.extend_from_slice(&bytes[..count]);
                    if all.windows(needle.len()).any(|window| window == needle) {
                        heard.store(true, Ordering::SeqCst);
                    }
                    if to.write_all(&bytes[..count]).is_err() {
                        break;
                    }
                }
                // Passes the end of the stream on.
                let _ = to.shutdown(Shutdown::Both);
            });
        }
    });
    (address, heard)
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn encryption_covers_the_negotiated_part() {
    #[derive(PartialEq, Debug)]
    enum Outcome {
        Refused,
        /// Whether the login name and a batch were readable on the way.
        Heard(bool, bool),
    }
    use Outcome::{Heard, Refused};
    let (clear, log_in, whole) = (Heard(true, true), Heard(false, true), Heard(false, false));
    let rows = [
        (Policy::Unavailable, [&clear, &clear, &Refused, &Refused]),
        (Policy::Offered, [&clear, &log_in, &whole, &whole]),
        (Policy::Required, [&Refused, &whole, &whole, &whole]),
        (Policy::Strict, [&Refused, &Refused, &Refused, &whole]),
    ];
    for (policy, expected) in rows {
        served(policy, |server| {
            for (wish, expected) in
                [Wish::Never, Wish::Optional, Wish::Mandatory, Wish::Strict].into_iter().zip(expected)
            {
                let attempt = |needle: &str| {
                    let (address, heard) = overheard(server, utf16(needle));
                    let mut client = Connection::log_in(&target(address, wish), &mut Values::default()).ok()?;
                    let mut values = Values::default();
                    client
                        .execute("SELECT COUNT(*) FROM GENERATE_SERIES(1, 1000) AS haystack", &mut values)
                        .expect("rows");
                    assert_eq!(values.0, [Value::Int(1000)]);
                    Some(heard.load(Ordering::SeqCst))
                };
                // LOGIN7 has the server's name, as the client calls it, in plain text; the password
                // is scrambled.
                let found = match (attempt("127.0.0.1"), attempt("haystack")) {
                    (Some(log_in), Some(batch)) => Heard(log_in, batch),
                    _ => Refused,
                };
                assert_eq!(&found, expected, "{policy:?} {wish:?}");
            }
        });
    }
}

#[test]
fn large_results_and_attentions_pass_tls() {
    served(Policy::Required, |address| {
        for wish in [Wish::Mandatory, Wish::Strict] {
            let mut client = Connection::log_in(&target(address, wish), &mut Values::default()).expect("let in");
            let (mut option, own) = (Values::default(), "sys.dm_exec_connections WHERE session_id = @@SPID");
            client.execute(&format!("SELECT encrypt_option FROM {own}"), &mut option).expect("rows");
            assert_eq!(option.0, [Value::text("TRUE")]);
            let long =
                format!("SELECT value, REPLICATE(N'é', 400) FROM GENERATE_SERIES(1, 2000) --{}", "x".repeat(100_000));
            let mut values = Values::default();
            client.execute(&long, &mut values).expect("rows");
            assert_eq!(values.0.len(), 4000);
            let canceller = client.canceller();
            let stop = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(50));
                canceller.cancel();
            });
            client.execute("WAITFOR DELAY '23:00:00'", &mut Values::default()).expect("it is stopped");
            stop.join().expect("it has asked");
            let mut values = Values::default();
            client.execute("SELECT 7", &mut values).expect("rows");
            assert_eq!(values.0, [Value::Int(7)]);
        }
    });
}

#[test]
fn untrusted_certificate_is_rejected() {
    served(Policy::Offered, |address| {
        for wish in [Wish::Mandatory, Wish::Strict] {
            let wary = Target { trust: Trust::of_pem(b""), ..target(address, wish) };
            let Err(ClientError::NotBelieved(error)) = Connection::log_in(&wary, &mut Values::default()) else {
                panic!("{wish:?} was let in")
            };
            assert!(error.to_string().contains("certificate"), "{error}");
        }
    });
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    let files = Certificate::Files { certificate: "nowhere.pem".into(), key: "nowhere.key".into() };
    let failed = Server::start(instance, ServerOptions { certificate: files, ..options }).err();
    assert!(failed.expect("no server").to_string().contains("nowhere.pem"));
}

#[test]
fn certificate_is_renewed_without_restart() {
    let kept = |name: &str| format!("{}/tests/certificates/{name}", env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let (certificate, key) = (folder.path().join("c.pem"), folder.path().join("k.pem"));
    let give = |name: &str| {
        std::fs::copy(kept(&format!("{name}.pem")), &certificate).expect("a file");
        std::fs::copy(kept(&format!("{name}.key")), &key).expect("a file");
    };
    give("first");
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    let files = Certificate::Files { certificate: certificate.clone(), key: key.clone() };
    let server = Server::start(instance.clone(), ServerOptions { certificate: files, ..options }).expect("a server");
    let connect = |name: &str, wish| {
        let trust = Trust::of_pem(&std::fs::read(kept(&format!("{name}.pem"))).expect("a file"));
        Connection::log_in(&Target { trust, ..target(server.address(), wish) }, &mut Values::default())
    };
    let is_shown = |name: &str, other: &str| {
        for wish in [Wish::Mandatory, Wish::Strict] {
            assert!(connect(name, wish).is_ok(), "{name}, {wish:?}");
            assert!(matches!(connect(other, wish), Err(ClientError::NotBelieved(_))), "{other}, {wish:?}");
        }
    };
    is_shown("first", "second");
    let mut before = connect("first", Wish::Mandatory).expect("it is let in");
    give("second");
    is_shown("first", "second");
    server.renew_certificate().expect("it is one");
    is_shown("second", "first");
    // An open connection stays usable.
    let mut values = Values::default();
    before.execute("SELECT 1", &mut values).expect("an answer");
    assert_eq!(values.0, [Value::Int(1)]);
    // An invalid key leaves the old certificate in use.
    std::fs::write(&key, "no key").expect("a file");
    let failed = server.renew_certificate().expect_err("it is none");
    assert!(failed.to_string().contains("the key"), "{failed}");
    is_shown("second", "first");
    drop(before);
    server.stop();
    instance.close().expect("it closes");
}
