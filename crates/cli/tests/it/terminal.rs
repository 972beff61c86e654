//! The binary at a pseudo-terminal, as if somebody sat there.

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

/// A terminal with the binary in it.
pub(crate) struct Terminal {
    keys: File,
    shown: Receiver<Vec<u8>>,
    /// What was shown and not waited for yet, without escape sequences.
    pub(crate) text: String,
    rest: Vec<u8>,
    screen: Screen,
    /// Whether any colour was shown.
    pub(crate) is_coloured: bool,
    child: Child,
}

impl Terminal {
    /// Starts `sluice sql` with these arguments in a terminal of 100 columns and waits for its prompt.
    pub(crate) fn start(program: &Program, arguments: &[&str]) -> Terminal {
        let mut terminal = Terminal::start_with(program, arguments, &[]);
        terminal.until("1> ");
        terminal
    }

    /// The same with its data in this folder.
    pub(crate) fn start_in(program: &Program, data: &str) -> Terminal {
        Terminal::start_with(program, &["--data", data], &[])
    }

    /// The same with variables of the environment, and without waiting.
    pub(crate) fn start_with(program: &Program, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&ours, size).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
        let theirs = || Stdio::from(OpenOptions::new().read(true).write(true).open(&name).unwrap());
        // A session of its own, whose terminal this is: else Ctrl-C would reach nobody.
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

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until `wanted` is shown; what was shown up to there.
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

    /// Waits until this is the last line of the terminal.
    pub(crate) fn until_line(&mut self, wanted: &str) {
        let end = Instant::now() + PATIENCE;
        while self.screen.last_line() != wanted {
            assert!(self.more(end), "the last line is not '{wanted}':\n{}", self.screen.text());
        }
    }

    /// Waits until this is not the last line any more.
    pub(crate) fn until_changed(&mut self, line: &str) {
        let end = Instant::now() + PATIENCE;
        while self.screen.last_line() == line.trim_end() && self.more(end) {}
    }

    /// Presses keys, then Enter, and waits for the next prompt; what was shown up to it.
    pub(crate) fn enter(&mut self, keys: &str) -> String {
        self.press(keys);
        self.press("\r");
        self.until("\n");
        self.until(" 1> ")
    }

    /// Waits until the program is through.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        while self.more(end) {}
        if Instant::now() >= end {
            self.child.kill().unwrap();
            panic!("it does not end:\n{}", self.text);
        }
        (self.child.wait().unwrap(), std::mem::take(&mut self.text))
    }

    /// Waits until the program is through; what the terminal shows then.
    pub(crate) fn end_screen(mut self) -> String {
        let end = Instant::now() + PATIENCE;
        while self.more(end) {}
        // One that is still there was not ended by what it was told.
        let _ = self.child.kill();
        self.child.wait().unwrap();
        self.screen.text()
    }

    /// Asks the program to end. `setsid` has made a child of it, or become it.
    pub(crate) fn terminate(&mut self) {
        let of_setsid = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{of_setsid}/task/{of_setsid}/children"));
        let child = children.ok().and_then(|list| list.split_whitespace().next()?.parse::<i32>().ok());
        let id = child.unwrap_or(of_setsid as i32);
        rustix::process::kill_process(rustix::process::Pid::from_raw(id).unwrap(), rustix::process::Signal::TERM)
            .unwrap();
    }

    /// Takes in what is shown next; false if nothing more comes, or nothing until `end`.
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
        // One that has ended can't be killed.
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

/// The text without escape sequences and returns, and how many bytes were taken: not a sequence that is not whole yet.
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
    // A character may be cut in two.
    let whole = match std::str::from_utf8(&text) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => text.len(),
    };
    let cut = text.len() - whole;
    text.truncate(whole);
    (String::from_utf8_lossy(&text).into_owned(), at - cut)
}

const PATIENCE: Duration = Duration::from_secs(60);
