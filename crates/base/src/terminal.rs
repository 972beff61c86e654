//! The terminal that standard output is: how wide it is, and how it was set when the program began.

/// How a terminal treats what is typed.
#[derive(Clone, Copy)]
pub struct TerminalMode(#[cfg(unix)] libc::termios);

/// The columns of the terminal that standard output is; none if it is none.
#[cfg(unix)]
pub fn columns() -> Option<usize> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: TIOCGWINSZ fills in the structure that the pointer leads to, which lives as long as the call.
    let failed = unsafe { libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size) } != 0;
    (!failed && size.ws_col > 0).then_some(usize::from(size.ws_col))
}

/// Not known elsewhere yet.
#[cfg(not(unix))]
pub fn columns() -> Option<usize> {
    None
}

impl TerminalMode {
    /// That of standard input now; none if it is no terminal.
    #[cfg(unix)]
    pub fn of_input() -> Option<TerminalMode> {
        let mut mode = std::mem::MaybeUninit::<libc::termios>::uninit();
        // SAFETY: tcgetattr fills the structure in, and it is read only where it says that it has.
        unsafe {
            (libc::tcgetattr(libc::STDIN_FILENO, mode.as_mut_ptr()) == 0).then(|| TerminalMode(mode.assume_init()))
        }
    }

    /// Not known elsewhere yet.
    #[cfg(not(unix))]
    pub fn of_input() -> Option<TerminalMode> {
        None
    }

    /// Sets standard input so again. One that is no terminal any more is left alone.
    pub fn restore(&self) {
        #[cfg(unix)]
        // SAFETY: the pointer leads to a structure that tcgetattr has filled in.
        unsafe {
            libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, &raw const self.0);
        }
    }
}
