//! `sluice serve` as a process: its output, refused options, and signals.

use crate::program::{Program, ran};
use crate::terminal::Terminal;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn serve(program: &Program, arguments: &[&str]) -> Command {
    let mut command = program.bare(&["serve", "--data", "data"]);
    command.args(arguments).env("MSSQL_SA_PASSWORD", "Correct-Horse1");
    command
}

/// Starts a server. Returns its process and address.
fn started(program: &Program) -> (Child, String) {
    listening(&mut serve(program, &["--listen", "127.0.0.1:0"]))
}

/// Starts a server by `command`. Returns its process and address.
fn listening(command: &mut Command) -> (Child, String) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("it is piped")).read_line(&mut line).expect("a line");
    let address = line.trim_end().strip_prefix("listening on ").expect("where it listens").to_owned();
    (child, address)
}

#[test]
fn signal_stops_the_server_cleanly() {
    let program = Program::new();
    program.query("CREATE SEQUENCE dbo.s AS INT START WITH 1 CACHE 50");
    for signal in [Signal::TERM, Signal::INT] {
        let (mut child, address) = started(&program);
        let mut idle = TcpStream::connect(&address).expect("it listens");
        kill_process(Pid::from_child(&child), signal).expect("it is our child");
        assert_eq!(child.wait().expect("it is our child").code(), Some(0));
        // The connection has ended too.
        assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0);
    }
    // The folder is free again, and no commit is lost.
    assert_eq!(program.query("SELECT NEXT VALUE FOR dbo.s"), "1");
}

/// SHUTDOWN waits for the statement of another session, takes checkpoints and ends the process. The
/// client gets the message. With NOWAIT the next start recovers.
#[test]
fn shutdown_statement_ends_the_server() {
    let program = Program::new();
    program.query("CREATE TABLE dbo.t (a INT NOT NULL)");
    let client = |address: &str, text: &str| {
        let mut command = program.bare(&["sql", "-S", &address.replace(':', ","), "-U", "sa", "-C", "-Q", text]);
        command.env("SQLCMDPASSWORD", "Correct-Horse1").stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary runs")
    };
    for (statement, message) in [
        ("SHUTDOWN", "Server shut down by request from login sa."),
        ("SHUTDOWN WITH NOWAIT", "Server shut down by NOWAIT request from login sa."),
    ] {
        let (mut child, address) = started(&program);
        let busy = client(&address, "INSERT dbo.t VALUES (1); WAITFOR DELAY '00:00:02'; INSERT dbo.t VALUES (2)");
        std::thread::sleep(Duration::from_secs(1));
        let answer = client(&address, statement).wait_with_output().expect("it is our child");
        let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
        assert!(answer.contains(message), "{answer}");
        assert_eq!(child.wait().expect("it is our child").code(), Some(0));
        busy.wait_with_output().expect("it is our child");
    }
    assert_eq!(program.query("SELECT COUNT(*) FROM dbo.t"), "3");
}

/// Clients run a large insert, a call over a long value, a wait and an endless join. The server
/// ends within ten seconds, and the next start recovers.
#[test]
fn signal_ends_busy_server_within_ten_seconds() {
    let program = Program::new();
    program.query("CREATE TABLE dbo.t (a INT NOT NULL)");
    let (mut child, address) = started(&program);
    let server = address.replace(':', ",");
    let work = [
        "BEGIN TRAN; INSERT dbo.t SELECT value FROM GENERATE_SERIES(1, 100000000)",
        "DECLARE @s VARCHAR(MAX) = REPLICATE(CAST('ab' AS VARCHAR(MAX)), 20000000); SELECT LEN(REPLACE(@s, 'a', 'bcd'))",
        "WAITFOR DELAY '00:01:00'",
        "SELECT COUNT_BIG(*) FROM GENERATE_SERIES(1, 100000000) AS a, GENERATE_SERIES(1, 100000000) AS b",
    ];
    let mut clients: Vec<Child> = work
        .iter()
        .map(|text| {
            let mut command = program.bare(&["sql", "-S", &server, "-U", "sa", "-C", "-Q", text]);
            let command = command.env("SQLCMDPASSWORD", "Correct-Horse1").stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().expect("the binary runs")
        })
        .collect();
    std::thread::sleep(Duration::from_secs(2));
    let begun = Instant::now();
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it is our child");
    child.wait().expect("it is our child");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    for client in &mut clients {
        client.wait().expect("it is our child");
    }
    assert_eq!(program.query("SELECT COUNT(*) FROM dbo.t"), "0");
}

/// SIGHUP reloads the certificate before later requests are handled.
#[test]
fn sighup_reloads_the_certificate() {
    let program = Program::new();
    let files = format!("{}/../server/tests/certificates", env!("CARGO_MANIFEST_DIR"));
    for (from, to) in [("first.pem", "c.pem"), ("first.key", "k.pem")] {
        std::fs::copy(format!("{files}/{from}"), program.path(to)).expect("a file");
    }
    let mut command = serve(&program, &["--listen", "127.0.0.1:0", "--tls-cert", "c.pem", "--tls-key", "k.pem"]);
    let (mut child, _) = listening(command.stderr(Stdio::piped()));
    let mut told = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let process = Pid::from_child(&child);
    let mut hang_up = || {
        kill_process(process, Signal::HUP).expect("it is our child");
        told.by_ref().map(|line| line.expect("a line")).find(|line| line.contains("certificate")).expect("it is told")
    };
    assert_eq!(hang_up(), "sluice: The certificate was read anew.");
    std::fs::write(program.path("k.pem"), "no key").expect("a file");
    assert!(hang_up().starts_with("sluice: The certificate stays as it was: "));
    kill_process(process, Signal::TERM).expect("it is our child");
    assert_eq!(child.wait().expect("it is our child").code(), Some(0));
    // Without certificate files SIGHUP ends the server.
    let (mut child, _) = started(&program);
    kill_process(Pid::from_child(&child), Signal::HUP).expect("it is our child");
    assert_eq!(child.wait().expect("it is our child").code(), Some(0));
}

/// Each line of the error log goes to standard error if it is at least as important as the level.
#[test]
fn log_level_selects_the_printed_lines() {
    let program = Program::new();
    let printed = |level: &str| {
        let mut command = serve(&program, &["--listen", "127.0.0.1:0", "--log-level", level]);
        let (mut child, _) = listening(command.stderr(Stdio::piped()));
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines().map_while(Result::ok);
        stop(&mut child);
        lines.by_ref().collect::<Vec<String>>()
    };
    let lines = printed("info");
    let has = |text: &str| lines.iter().any(|line| line.starts_with("sluice: ") && line.contains(text));
    for text in ["Starting up database 'master'.", "Recovery is complete.", "Server is listening on ", "shutting down"]
    {
        assert!(has(text), "{text}: {lines:?}");
    }
    let lines = printed("warn");
    assert!(!lines.iter().any(|line| line.contains("Starting up") || line.contains("listening")), "{lines:?}");
    let refused = ran(serve(&program, &["--log-level", "loud"]).output().expect("the binary runs"));
    assert!(refused.code == 2 && refused.err.contains("--log-level takes error, warn, info or debug"), "{refused:?}");
}

/// sd_notify(3): one datagram when the server is ready, another when it stops.
#[test]
fn service_manager_is_notified() {
    let program = Program::new();
    let manager = std::os::unix::net::UnixDatagram::bind(program.path("notify")).expect("a socket");
    let mut command = serve(&program, &["--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
    let mut child = command.env("NOTIFY_SOCKET", program.path("notify")).spawn().expect("the binary runs");
    let told = || {
        let mut bytes = [0; 64];
        let count = manager.recv(&mut bytes).expect("a datagram");
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    };
    assert_eq!(told(), "READY=1");
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it is our child");
    assert_eq!((told().as_str(), child.wait().expect("it is our child").code()), ("STOPPING=1", Some(0)));
}

#[test]
fn unsafe_options_are_refused() {
    let program = Program::new();
    let refused = |command: &mut Command, said: &str| {
        let ran = ran(command.output().expect("the binary runs"));
        assert!(ran.code == 1 && ran.err.contains(said) && ran.out.is_empty(), "{ran:?}");
    };
    refused(serve(&program, &[]).env_remove("MSSQL_SA_PASSWORD"), "MSSQL_SA_PASSWORD");
    refused(serve(&program, &[]).env("MSSQL_SA_PASSWORD", ""), "MSSQL_SA_PASSWORD");
    refused(&mut serve(&program, &["--listen", "0.0.0.0:0", "--encrypt", "off"]), "0.0.0.0:0");
    assert!(!program.path("data").exists());
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    refused(&mut serve(&program, &["--memory", "--listen", &address]), &address);
    let files = ["--memory", "--listen", "127.0.0.1:0", "--tls-cert", "c.pem", "--tls-key", "k.pem"];
    refused(&mut serve(&program, &files), "c.pem");
}

/// Starts a server with an open-file limit (`ulimit`). Its standard error goes to the file `said`.
fn limited(program: &Program, limit: &str) -> (Child, String) {
    let command = serve(program, &["--listen", "127.0.0.1:0"]);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit {limit}; exec \"$0\" \"$@\"")).arg(command.get_program());
    shell.args(command.get_args()).current_dir(program.path(".")).env("MSSQL_SA_PASSWORD", "Correct-Horse1");
    listening(shell.stderr(std::fs::File::create(program.path("said")).expect("a folder")))
}

fn connected(address: &str, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| TcpStream::connect(address).expect("it listens")).collect()
}

/// Returns how many of the sockets are open half a second after the others were closed.
fn open(sockets: &[TcpStream], expected: usize) -> usize {
    let is_open = |mut socket: &TcpStream| {
        socket.set_nonblocking(true).expect("a socket");
        socket.read(&mut [0]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
    };
    let count = || sockets.iter().filter(|socket| is_open(socket)).count();
    eventually(|| count() <= expected);
    std::thread::sleep(Duration::from_millis(500));
    count()
}

/// Returns whether `is_so` becomes true within ten seconds; the machine may be busy.
fn eventually(mut is_so: impl FnMut() -> bool) -> bool {
    (0..100).any(|_| {
        let is_so = is_so();
        if !is_so {
            std::thread::sleep(Duration::from_millis(100));
        }
        is_so
    })
}

/// Returns whether one more connection can log in.
fn answers(program: &Program, address: &str) -> bool {
    let server = address.replace(':', ",");
    let mut command = program.bare(&["sql", "-S", &server, "-U", "sa", "-C", "-h", "-1", "-W"]);
    command.args(["-Q", "SET NOCOUNT ON; SELECT 42"]).env("SQLCMDPASSWORD", "Correct-Horse1");
    eventually(|| ran(command.output().expect("the binary runs")).out.trim() == "42")
}

#[test]
fn connections_are_limited_by_open_files() {
    let program = Program::new();
    let said = || std::fs::read_to_string(program.path("said")).expect("it says something");
    // The server raises the soft limit.
    let (mut child, address) = limited(&program, "-Sn 100");
    let files = std::fs::read_dir(format!("/proc/{}/fd", child.id())).map_or(0, |files| files.count());
    let sockets = connected(&address, 200);
    assert_eq!(open(&sockets, 200), 200, "{}", said());
    drop(sockets);
    stop(&mut child);
    // The hard limit stays: half of so few files are reserved for the databases.
    let (mut child, address) = limited(&program, "-n 100");
    let sockets = connected(&address, 80);
    assert_eq!(open(&sockets, 50), 50, "{}", said());
    drop(sockets);
    assert!(answers(&program, &address), "{}", said());
    let text = said();
    assert!(text.contains("so that 50 connections are let in"), "{text}");
    assert_eq!(text.matches("There are 50 connections, and no more are let in").count(), 1, "{text}");
    stop(&mut child);
    // If even the remaining files are too few, accepting fails. The server logs that once, retries
    // slowly, and goes on once files are free.
    if files == 0 {
        return;
    }
    let (mut child, address) = limited(&program, &format!("-n {}", files + 8));
    let sockets = connected(&address, 40);
    let complaints = || said().matches("A connection could not be accepted: Too many open files").count();
    assert!(eventually(|| complaints() > 0), "{}", said());
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(complaints(), 1, "{}", said());
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it is there");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("a rest").split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().expect("a number") + fields[12].parse::<u64>().expect("a number");
    assert!(ticks < 200, "{ticks} hundredths of a second of a processor");
    drop(sockets);
    assert!(answers(&program, &address), "{}", said());
    stop(&mut child);
}

fn stop(child: &mut Child) {
    kill_process(Pid::from_child(child), Signal::TERM).expect("it is our child");
    assert_eq!(child.wait().expect("it is our child").code(), Some(0));
}

/// `:connect` replaces the session, and a failed one leaves none (`tools/sqlcmd/sqlcmd-commands`,
/// :Connect). -z sets a password at the log-in; SQLCMDSERVER and SQLCMDUSER replace -S and -U.
#[test]
fn scripts_connect_and_change_passwords() {
    let program = Program::new();
    let (mut child, address) = started(&program);
    let server = address.replace(':', ",");
    let sql = |arguments: &[&str]| {
        let mut command = program.bare(&["sql"]);
        ran(command.args(arguments).env("SQLCMDPASSWORD", "Correct-Horse1").output().expect("the binary runs"))
    };
    let script = format!(
        "PRINT @@SERVERNAME\nGO\n:setvar s {server}\n:connect $(s) -U sa -P Correct-Horse1 -l 5 -D tempdb\n\
         PRINT DB_NAME() + ' $(SQLCMDSERVER) $(SQLCMDUSER)'\nGO\nCREATE LOGIN l WITH PASSWORD = N'First-Horse1'\nGO\n"
    );
    let shown = sql(&["--memory", "-C", "-b", "-Q", &script]);
    let connected = format!("sluice\nSqlcmd: Successfully connected to server '{server}'.\ntempdb {server} sa\n");
    assert_eq!((shown.code, &shown.out, shown.err.as_str()), (0, &connected, ""), "{shown:?}");
    let failed = format!(":connect {server} -U sa -P wrong\nPRINT 'here'\nGO\n");
    let shown = sql(&["--memory", "-C", "-Q", &failed]);
    assert!(shown.code == 1 && shown.out.is_empty() && shown.err.contains("Login failed"), "{shown:?}");
    assert!(shown.err.contains("there is no connection"), "{shown:?}");
    assert!(sql(&["--memory", "-Q", ":connect h -G"]).err.contains("Entra"));
    // A new password, and the end of the session.
    let log_in = ["-S", &server, "-C", "-U", "l"];
    let changed = sql(&[&log_in[..], &["-P", "First-Horse1", "-Z", "Second-Horse1", "-Q", "PRINT 'not run'"]].concat());
    assert_eq!((changed.code, changed.out.as_str(), changed.err.as_str()), (0, "", ""), "{changed:?}");
    assert!(sql(&[&log_in[..], &["-P", "First-Horse1", "-Q", "PRINT 1"]].concat()).err.contains("Login failed"));
    let again =
        sql(&[&log_in[..], &["-P", "Second-Horse1", "-z", "Third-Horse1", "-Q", "PRINT SUSER_NAME()"]].concat());
    assert_eq!(again.out, "l\n", "{again:?}");
    // A batch of a server has a time limit, too.
    let late = sql(&["-S", &server, "-C", "-U", "sa", "-t", "1", "-Q", "WAITFOR DELAY '00:01:00'\nGO\nPRINT 'next'"]);
    assert_eq!(late.out, "Timeout expired\nnext\n", "{late:?}");
    // The shell asks for a missing password and doesn't show it.
    let elsewhere = Program::new();
    let mut terminal = Terminal::start(&elsewhere, &["-C"]);
    terminal.press(&format!(":connect {server} -U sa\r"));
    terminal.until("Password: ");
    terminal.press("Correct-Horse1\r");
    let shown = terminal.until("Successfully connected");
    assert!(!shown.contains("Horse"), "{shown}");
    terminal.until("master 1> ");
    terminal.press("PRINT SUSER_NAME() + 'x'\rGO\r");
    terminal.until("\nsax\n");
    let mut command = program.bare(&["sql", "-C", "-a", "512", "-Q", "PRINT SUSER_NAME() + HOST_NAME()"]);
    let from_environment = command
        .envs([("SQLCMDSERVER", server.as_str()), ("SQLCMDUSER", "sa"), ("SQLCMDPASSWORD", "Correct-Horse1")])
        .env("SQLCMDWORKSTATION", "mine")
        .output();
    assert_eq!(ran(from_environment.expect("the binary runs")).out, "samine\n");
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it is our child");
    child.wait().expect("it is our child");
}

/// The shell prints the same for a server as for an embedded instance.
#[test]
fn shell_prints_server_results_the_same() {
    let script = "CREATE TABLE #t (a INT NOT NULL, b NVARCHAR(5), c DECIMAL(9, 3), d DATETIME2(3));
        INSERT #t VALUES (1, N'Ж', 1.5, '2026-01-02'), (2, NULL, NULL, NULL);
        SELECT * FROM #t ORDER BY a; PRINT N'said';
        SET NOCOUNT ON; SELECT a FROM #t;
        SELECT 1 / 0;\nRAISERROR(N'%d of %s', 16, 4, 5, N'ours');
        GO
        EXEC sp_executesql N'
        SELECT CAST(0x0102 AS VARBINARY(4)) AS b, CAST(1 AS SQL_VARIANT) AS v, CAST(1.25 AS MONEY) AS m; THROW 50001, N''thrown'', 3';
        GO 2
        nonsense at the end;";
    let program = Program::new();
    std::fs::write(program.path("s.sql"), script.replace("        GO", "GO")).expect("a folder");
    let here = ran(program.bare(&["sql", "--memory", "-i", "s.sql"]).output().expect("the binary runs"));
    let (mut child, address) = started(&program);
    let server = address.replace(':', ",");
    let there = |options: &[&str]| {
        let mut command = program.bare(&["sql", "-S", &server, "-U", "sa"]);
        ran(command.args(options).env("SQLCMDPASSWORD", "Correct-Horse1").output().expect("the binary runs"))
    };
    for encryption in ["-Nn", "-No", "-Nm", "-Ns"] {
        let found = there(&["-C", encryption, "-i", "s.sql"]);
        assert_eq!((found.code, &found.out, found.err.as_str()), (here.code, &here.out, ""), "{encryption}");
    }
    assert!(here.out.contains("Line 6") && here.out.contains("thrown"), "{}", here.out);
    let found =
        there(&["-C", "-d", "tempdb", "-b", "-h", "-1", "-W", "-Q", "SELECT DB_NAME(), APP_NAME(); SELECT 1 / 0"]);
    assert!(found.code == 1 && found.out.starts_with("tempdb sluice\n"), "{found:?}");
    // The certificate is not trusted, the database doesn't exist, the password is wrong.
    assert!(there(&["-Q", "SELECT 1"]).err.contains("certificate"));
    assert!(there(&["-C", "-d", "nowhere", "-Q", "SELECT 1"]).err.contains("Cannot open database \"nowhere\""));
    let wrong = there(&["-C", "-P", "wrong", "-Q", "SELECT 1"]);
    assert!(wrong.code == 1 && wrong.err.contains("Login failed for user 'sa'."), "{wrong:?}");
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it is our child");
    child.wait().expect("it is our child");
}
