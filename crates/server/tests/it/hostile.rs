//! Clients that violate the protocol lose their connection or get an error; other clients are not
//! affected.

use crate::client::Client;
use crate::{PASSWORD, Served, number, served};
use sluice_engine::{Instance, InstanceOptions};
use sluice_server::{Server, ServerOptions};
use sluice_tds::request::Headers;
use sluice_tds::{PacketKind, Put, Status, Token};
use sluice_types::Value;
use sluice_vfs::mem::{CrashMode, MemFs, MemOptions};
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use std::io::{Read, Write};
use std::net::Shutdown;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Returns a packet whose header has the given length, true or not.
fn packet(kind: u8, status: u8, length: u16, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind, status];
    bytes.extend_from_slice(&length.to_be_bytes());
    bytes.extend_from_slice(&[0, 0, 1, 0]);
    bytes.extend_from_slice(payload);
    bytes
}

/// Waits until `is_so` returns true.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn malformed_packets_end_only_their_connection() {
    let served = served();
    let mut witness = served.log_in();
    let too_long_by_agreement = packet(1, 1, 40_000, &vec![0; 40_000 - 8]);
    let cases: [(&str, Vec<u8>); 7] = [
        ("a header cut short", packet(1, 1, 100, &[])[..5].to_vec()),
        ("a payload cut short", packet(1, 1, 100, &[0; 20])),
        ("shorter than its own header", packet(1, 1, 7, &[])),
        ("longer than was agreed on", too_long_by_agreement),
        ("a type that there is not", packet(0xEE, 1, 12, &[0; 4])),
        ("an answer", packet(4, 1, 12, &[0; 4])),
        ("a second log-in", packet(0x10, 1, 12, &[0; 4])),
    ];
    for (what, bytes) in cases {
        for is_logged_in in [true, false] {
            let mut client = if is_logged_in { served.log_in() } else { Client::connect(served.server.address()) };
            // The server may close the connection during the write.
            let _ = client.socket.write_all(&bytes);
            let _ = client.socket.shutdown(Shutdown::Write);
            assert!(client.is_closed(), "{what}");
        }
        assert_eq!(witness.batch("SELECT 1").rows, number(1), "{what}");
    }
    wait_for("only the witness is left", || served.server.connections() == 1);
    served.end();
}

#[test]
fn oversized_request_ends_its_connection_early() {
    let served = served();
    let mut client = served.log_in();
    let payload = vec![b' '; 512 - 8];
    let piece = packet(1, 0, 512, &payload).repeat(256);
    // The limit is 256 MB; the server doesn't wait for the bytes beyond it.
    let sent = (0..(400 << 20) / piece.len()).take_while(|_| client.socket.write_all(&piece).is_ok()).count();
    assert!(sent * piece.len() < 400 << 20, "all of it was taken");
    assert_eq!(served.log_in().batch("SELECT 1").rows, number(1));
    wait_for("it has gone", || served.server.connections() == 0);
    served.end();
}

/// A call with a parameter of an unknown type is answered with 8009, and the next request works
/// (`relational-databases/errors-events/database-engine-events-and-errors-8000-to-8999.md`).
#[test]
fn unknown_parameter_type_fails_one_request() {
    let served = served();
    let mut client = served.log_in();
    for unknown in [0x00u8, 0x21, 0x5A, 0xC0, 0xFF] {
        client.send(PacketKind::Rpc, Status::NORMAL, |out| {
            Headers::new(0).write(out);
            // sp_executesql by number, without options, and an unnamed parameter of the unknown
            // type.
            out.put(&[0xFF, 0xFF, 10, 0, 0, 0, 0, 0, unknown, 4, 4, 1, 0, 0, 0]);
        });
        let answer = client.answer();
        assert_eq!(answer.errors(), [8009], "{unknown:#x}");
        let named = format!("Parameter 1 (\"\"): Data type 0x{unknown:02X} is unknown.");
        assert!(answer.error_texts().iter().any(|text| text.contains(&named)), "{:?}", answer.tokens);
        assert_eq!(client.batch("SELECT 7").rows, number(7), "{unknown:#x}");
    }
    served.end();
}

/// A value that its type doesn't have is answered with 8023, which names the parameter.
#[test]
fn invalid_parameter_value_fails_with_8023() {
    let served = served();
    let mut client = served.log_in();
    let of = |head: &[u8], value: &[u8]| [head, value].concat();
    let parameters = [
        ("float", of(&[0x6D, 8, 8], &f64::NAN.to_le_bytes())),
        ("real", of(&[0x6D, 4, 4], &f32::INFINITY.to_le_bytes())),
        // decimal(2, 0): 100.
        ("numeric", of(&[0x6C, 5, 2, 0, 5, 1], &100u32.to_le_bytes())),
        // A time of 24 hours and an nvarchar of an odd number of bytes.
        ("time", of(&[0x29, 0, 3], &86_400u32.to_le_bytes()[..3])),
        ("nvarchar", of(&[0xE7, 8, 0, 0x09, 0x04, 0xD0, 0, 0x34, 3, 0], b"abc")),
    ];
    for (type_name, parameter) in parameters {
        client.send(PacketKind::Rpc, Status::NORMAL, |out| {
            Headers::new(0).write(out);
            // sp_executesql by number, the parameter @n, and no flags.
            out.put(&[0xFF, 0xFF, 10, 0, 0, 0, 2, b'@', 0, b'n', 0, 0]);
            out.put(&parameter);
        });
        let answer = client.answer();
        assert_eq!(answer.errors(), [8023], "{type_name}");
        let named =
            format!("Parameter 1 (\"@n\"): The supplied value is not a valid instance of data type {type_name}.");
        let is_named = |token: &Token| matches!(token, Token::Error(error) if error.text.contains(&named));
        assert!(answer.tokens.iter().any(is_named), "{:?}", answer.tokens);
        assert_eq!(client.batch("SELECT 7").rows, number(7), "{type_name}");
    }
    served.end();
}

/// The error of an invalid table-valued parameter names its row and column: 8043 for a value, and
/// 8032, 8037 and 8038 for the type of a column, whose row is 0.
#[test]
fn invalid_table_value_names_row_and_column() {
    let served = served();
    let mut client = served.log_in();
    let float_column: &[u8] = &[0, 0, 0, 0, 1, 0, 0x6D, 8, 0];
    let int_column: &[u8] = &[0, 0, 0, 0, 1, 0, 0x26, 4, 0];
    let nan = f64::NAN.to_le_bytes();
    let rows = [&[0, 1, 4, 1, 0, 0, 0, 8][..], &1f64.to_le_bytes(), &[1, 4, 1, 0, 0, 0, 8], &nan].concat();
    let column = |info: &[u8]| [&[0, 0, 0, 0, 1, 0][..], info].concat();
    let tables = [
        (8043, "row 2, column 2: The supplied value", [float_column, &rows].concat()),
        (8032, "row 0, column 2: Data type 0x5A is unknown", column(&[0x5A, 4, 0])),
        (8037, "row 0, column 2: Data type 0x26 has an invalid", column(&[0x26, 3, 0])),
        (8038, "row 0, column 2: Data type 0x6C has an invalid", column(&[0x6C, 17, 2, 3, 0])),
    ];
    for (number, said, rest) in tables {
        client.send(PacketKind::Rpc, Status::NORMAL, |out| {
            Headers::new(0).write(out);
            // sp_executesql by number, the parameter @t, no flags, a table of a type without a
            // name, two columns, of which the first is an int.
            out.put(&[0xFF, 0xFF, 10, 0, 0, 0, 2, b'@', 0, b't', 0, 0, 0xF3, 0, 0, 0, 2, 0]);
            out.put(int_column);
            out.put(&rest);
        });
        let answer = client.answer();
        assert_eq!(answer.errors(), [number], "{said}");
        let named = format!("Table-valued parameter 1 (\"@t\"), {said}");
        assert!(answer.error_texts().iter().any(|text| text.contains(&named)), "{:?}", answer.tokens);
        assert_eq!(client.batch("SELECT 7").rows, [[Value::Int(7)]], "{said}");
    }
    served.end();
}

/// A client that has shut down its sending side still receives its answer; then both sides close.
#[test]
fn half_closed_socket_receives_its_answer() {
    let served = served();
    let mut client = served.log_in();
    client.send_batch("SELECT 5");
    client.socket.shutdown(Shutdown::Write).expect("it is open");
    // The client's end counts as an attention to the running request, so the answer may be cut off.
    // The connection ends in any case.
    while !client.is_closed() {}
    wait_for("it has gone", || served.server.connections() == 0);
    // Also during a long batch; the locks that it held are released.
    let mut holder = served.log_in();
    holder.batch("CREATE TABLE dbo.h(a INT); INSERT dbo.h VALUES (1)");
    holder.send_batch("BEGIN TRAN; UPDATE dbo.h SET a = 2; WAITFOR DELAY '23:00:00'");
    wait_for("it holds the row", || {
        let locks = "SELECT COUNT(*) FROM sys.dm_tran_locks WHERE request_mode = 'IX' AND resource_type = 'OBJECT'";
        served.log_in().batch(locks).rows == number(1)
    });
    holder.socket.shutdown(Shutdown::Write).expect("it is open");
    assert_eq!(served.log_in().batch("SELECT a FROM dbo.h").rows, number(1));
    served.end();
}

/// The server buffers a bounded part of an unread result. Other sessions go on, and a client that
/// reads later gets the complete result.
#[test]
fn unread_results_use_bounded_memory() {
    let served = served();
    let mut sleepers: Vec<Client> = (0..8).map(|_| served.log_in()).collect();
    // 8 times 400 MB if the server buffered the results.
    let endless = "SELECT REPLICATE(N'x', 2000), value FROM GENERATE_SERIES(1, 100000)";
    sleepers.iter_mut().for_each(|client| client.send_batch(endless));
    let mut witness = served.log_in();
    wait_for("all wait for their clients", || {
        let waits = "SELECT COUNT(*) FROM sys.dm_exec_requests WHERE wait_type = N'ASYNC_NETWORK_IO'";
        witness.batch(waits).rows == number(8)
    });
    // The figure includes the clients and other tests, which run in this process.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kb =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    assert!(kb.is_none_or(|kb| kb < 1 << 20), "{kb:?} KB");
    assert_eq!(witness.batch("SELECT 3").rows, number(3));
    let mut reader = sleepers.pop().expect("eight");
    assert_eq!(reader.answer().rows.len(), 100_000);
    assert_eq!(reader.batch("SELECT 4").rows, number(4));
    // Closing unread connections ends their threads.
    drop((sleepers, reader));
    wait_for("they have gone", || served.server.connections() == 1);
    served.end();
}

#[test]
fn log_in_without_memory_is_refused_with_701() {
    let limit = 32 << 20;
    let options = InstanceOptions { memory_limit: limit, ..InstanceOptions::in_memory() };
    let instance = Instance::open(options).expect("an instance");
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    let server = Server::start(instance.clone(), options).expect("a server");
    let mut clients = Vec::new();
    let refused = loop {
        let (client, answered) = Client::try_log_in(server.address(), PASSWORD, "");
        if !answered.errors().is_empty() {
            break answered;
        }
        clients.push(client);
        assert!(clients.len() < 2_000, "every session takes memory");
    };
    assert_eq!(refused.errors()[0], 701, "{refused:?}");
    assert!(clients.len() as u64 * (64 << 10) > limit / 16, "a part of the limit is for sessions alone");
    assert_eq!(clients[0].batch("SELECT 1").rows, number(1), "earlier sessions live");
    clients.truncate(1);
    wait_for("a later log-in", || Client::try_log_in(server.address(), PASSWORD, "").1.errors().is_empty());
    server.stop();
    instance.close().expect("it closes");
}

#[test]
fn clients_may_drop_at_every_stage() {
    let served = served();
    let address = served.server.address();
    for turn in 0..400 {
        match turn % 4 {
            0 => drop(Client::connect(address)),
            1 => {
                let mut client = Client::connect(address);
                client.send(PacketKind::Prelogin, Status::NORMAL, |_| {});
            }
            2 => {
                let mut client = Client::connect(address);
                client.socket.write_all(&packet(0x12, 1, 100, &[0; 10])).expect("it listens");
            }
            _ => {
                let mut client = served.log_in();
                client.send_batch("BEGIN TRAN; SELECT value FROM GENERATE_SERIES(1, 100000)");
                let _ = client.socket.read(&mut [0; 100]);
            }
        }
    }
    wait_for("all have gone", || served.server.connections() == 0);
    let left = "SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE is_user_process = 1";
    assert_eq!(served.log_in().batch(left).rows, number(1));
    served.end();
}

/// While several clients commit, the disk fills up. Each client gets the error number, and its
/// connection stays usable. Acknowledged commits are present, and all clients go on once there is
/// space; also after a power cut.
#[test]
fn full_disk_during_commits_loses_nothing() {
    const CAPACITY: u64 = 96 << 20;
    let disk = Arc::new(MemFs::with_options(MemOptions { capacity: CAPACITY, ..MemOptions::powersafe(5) }));
    let open = |disk: &Arc<MemFs>| {
        let mut options = InstanceOptions::on(disk.clone(), Path::new("/data"));
        (options.log_bytes, options.log_growth_bytes, options.data_pages) = (1 << 20, 1 << 20, 256);
        let instance = Instance::open(options).expect("an instance");
        let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
        Served { server: Server::start(instance.clone(), options).expect("a server"), instance }
    };
    let served = open(&disk);
    let mut first = served.log_in();
    let made = first.batch("CREATE DATABASE A; ALTER DATABASE A SET RECOVERY FULL; BACKUP DATABASE A TO DISK = 'NUL'");
    assert_eq!(made.errors(), [], "{made:?}");
    assert_eq!(first.batch("CREATE TABLE A.dbo.W(client INT NOT NULL, t VARCHAR(4000) NOT NULL)").errors(), []);
    let filler = Path::new("/data/filler");
    let options = OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };
    disk.open(filler, options).unwrap().allocate(0, CAPACITY - disk.bytes_taken() - (4 << 20)).unwrap();
    let address = served.server.address();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            std::thread::spawn(move || {
                let (mut client, mut told) = (Client::log_in(address), 0);
                let insert = format!("INSERT A.dbo.W VALUES ({writer}, REPLICATE('x', 4000))");
                loop {
                    let errors = client.batch(&insert).errors();
                    if !errors.is_empty() {
                        // The connection stays usable.
                        assert_eq!(client.batch("SELECT 6").rows, number(6));
                        return (told, errors, client);
                    }
                    told += 1;
                    assert!(told < 100_000, "the disk does not fill");
                }
            })
        })
        .collect();
    let ended: Vec<(i32, Vec<i32>, Client)> =
        writers.into_iter().map(|writer| writer.join().expect("it ends")).collect();
    for (_, errors, _) in &ended {
        // The log or the data file can't grow.
        assert!([9002, 1105].contains(&errors[0]), "{errors:?}");
    }
    let told: i32 = ended.iter().map(|(told, ..)| *told).sum();
    assert!(told > 100, "{told} rows");
    assert_eq!(first.batch("SELECT COUNT(*) FROM A.dbo.W").rows, number(told));
    disk.remove(filler).unwrap();
    for (number, (_, _, mut client)) in ended.into_iter().enumerate() {
        assert_eq!(client.batch(&format!("INSERT A.dbo.W VALUES ({number}, 'after')")).errors(), []);
    }
    let disk = Arc::new(disk.crash(CrashMode::POWER_CUT));
    served.server.stop();
    let served = open(&disk);
    assert_eq!(served.log_in().batch("SELECT COUNT(*) FROM A.dbo.W").rows, number(told + 4));
    served.end();
}
