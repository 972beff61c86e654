//! Runs the binary on a pseudo-terminal.

use crate::program::Program;
use crate::screen::Screen;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A pseudo-terminal that runs the binary.
pub(crate) struct Terminal {
    keys: File,
    shown: Receiver<Vec<u8>>,
    /// Output that was not awaited yet, without escape sequences.
    pub(crate) text: String,
    rest: Vec<u8>,
    screen: Screen,
    pub(crate) is_coloured: bool,
    child: Child,
}

impl Terminal {
    /// Starts `sluice sql` with these arguments in a terminal of 100 columns and waits for its
    /// prompt.
    pub(crate) fn start(program: &Program, arguments: &[&str]) -> Terminal {
        let mut terminal = Terminal::start_with(program, arguments, &[]);
        terminal.until("1> ");
        terminal
    }

    /// Starts the binary with the data folder `data`, without waiting.
    pub(crate) fn start_in(program: &Program, data: &str) -> Terminal {
        Terminal::start_with(program, &["--data", data], &[])
    }

    /// Starts the binary with environment variables, without waiting.
    pub(crate) fn start_with(program: &Program, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&ours, size).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
        let theirs = || Stdio::from(OpenOptions::new().read(true).write(true).open(&name).unwrap());
        // A session of its own with this controlling terminal; without it Ctrl-C would send no
        // signal.
        let mut command = Command::new("setsid");
        command.args(["--ctty", "--wait", env!("CARGO_BIN_EXE_sluice"), "sql", "--data", "data"]).args(arguments);
        command.env("TERM", "xterm").env("SLUICE_HISTORY", program.path("history")).env_remove("NO_COLOR");
        command.envs(variables.iter().copied()).current_dir(program.path(""));
        let child = command.stdin(theirs()).stdout(theirs()).stderr(theirs()).spawn().expect("setsid is there");
        drop(command);
        let shown = reader(rustix::io::dup(&ours).unwrap());
        Terminal {
            keys: File::from(ours),
            shown,
            text: String::new(),
            rest: Vec::new(),
            screen: Screen::default(),
            is_coloured: false,
            child,
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until `wanted` is shown. Returns the output up to it.
    pub(crate) fn until(&mut self, wanted: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.text.find(wanted) {
                let rest = self.text.split_off(at + wanted.len());
                return std::mem::replace(&mut self.text, rest);
            }
            assert!(self.more(end), "no '{wanted}' in:\n{}", self.text);
        }
    }

    /// Waits until `wanted` is the last line of the terminal.
    pub(crate) fn until_line(&mut self, wanted: &str) {
        let end = Instant::now() + PATIENCE;
        while self.screen.last_line() != wanted {
            assert!(self.more(end), "the last line is not '{wanted}':\n{}", self.screen.text());
        }
    }

    /// Waits until `line` is no longer the last line.
    pub(crate) fn until_changed(&mut self, line: &str) {
        let end = Instant::now() + PATIENCE;
        while self.screen.last_line() == line.trim_end() && self.more(end) {}
    }

    /// Presses keys, then Enter, and waits for the next prompt. Returns the output up to it.
    pub(crate) fn enter(&mut self, keys: &str) -> String {
        self.press(keys);
        self.press("\r");
        self.until("\n");
        self.until(" 1> ")
    }

    /// Waits until the program ends.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        while self.more(end) {}
        if Instant::now() >= end {
            self.child.kill().unwrap();
            panic!("it does not end:\n{}", self.text);
        }
        (self.child.wait().unwrap(), std::mem::take(&mut self.text))
    }

    /// Waits until the program ends. Returns the terminal's content.
    pub(crate) fn end_screen(mut self) -> String {
        let end = Instant::now() + PATIENCE;
        while self.more(end) {}
        // Kills a program that didn't end by itself.
        let _ = self.child.kill();
        self.child.wait().unwrap();
        self.screen.text()
    }

    /// Sends SIGTERM. `setsid` has either forked the program or become it.
    pub(crate) fn terminate(&mut self) {
        let of_setsid = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{of_setsid}/task/{of_setsid}/children"));
        let child = children.ok().and_then(|list| list.split_whitespace().next()?.parse::<i32>().ok());
        let id = child.unwrap_or(of_setsid as i32);
        rustix::process::kill_process(rustix::process::Pid::from_raw(id).unwrap(), rustix::process::Signal::TERM)
            .unwrap();
    }

    /// Reads the next output. Returns false at the end of output or at the time `end`.
    fn more(&mut self, end: Instant) -> bool {
        match self.shown.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(bytes) => {
                self.screen.take(&bytes);
                self.rest.extend(bytes);
                self.is_coloured |= self.rest.windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1] == b'm');
                let (text, used) = plain(&self.rest);
                self.rest.drain(..used);
                self.text.push_str(&text);
                true
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => false,
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The kill fails if the program has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn reader(from: OwnedFd) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let (mut from, mut bytes) = (File::from(from), [0; 4096]);
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            if send.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    receive
}

/// Returns the text without escape sequences and carriage returns, and the number of bytes
/// consumed. An incomplete sequence stays.
fn plain(bytes: &[u8]) -> (String, usize) {
    let (mut text, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == 0x1b {
            let Some(end) = bytes[at + 1..].iter().skip(1).position(|byte| byte.is_ascii_alphabetic()) else { break };
            at += end + 3;
        } else {
            if bytes[at] != b'\r' {
                text.push(bytes[at]);
            }
            at += 1;
        }
    }
    // A character may be split.
    let whole = match std::str::from_utf8(&text) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => text.len(),
    };
    let cut = text.len() - whole;
    text.truncate(whole);
    (String::from_utf8_lossy(&text).into_owned(), at - cut)
}

const PATIENCE: Duration = Duration::from_secs(60);
