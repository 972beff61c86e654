//! The terminal of the process: its width and its original mode.

/// A saved input mode of the terminal. Only [`TerminalMode::restore`] restores it; dropping it does
/// nothing.
#[derive(Clone, Copy)]
pub struct TerminalMode(#[cfg(unix)] libc::termios);

/// Returns the number of columns of the terminal that standard output is connected to. Returns
/// `None` if standard output is no terminal.
#[cfg(unix)]
pub fn columns() -> Option<usize> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: TIOCGWINSZ fills in the structure that the pointer is to, which outlives the call.
    let failed = unsafe { libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size) } != 0;
    (!failed && size.ws_col > 0).then_some(usize::from(size.ws_col))
}

/// Not implemented on this platform.
#[cfg(not(unix))]
pub fn columns() -> Option<usize> {
    None
}

impl TerminalMode {
    /// Returns the present mode of standard input, or `None` if standard input is no terminal. Also
    /// `None` if the mode can't be read.
    #[cfg(unix)]
    pub fn of_input() -> Option<TerminalMode> {
        let mut mode = std::mem::MaybeUninit::<libc::termios>::uninit();
        // SAFETY: the structure is read only if tcgetattr reports that it was filled in.
        unsafe {
            (libc::tcgetattr(libc::STDIN_FILENO, mode.as_mut_ptr()) == 0).then(|| TerminalMode(mode.assume_init()))
        }
    }

    /// Not implemented on this platform.
    #[cfg(not(unix))]
    pub fn of_input() -> Option<TerminalMode> {
        None
    }

    /// Stops the echo of typed characters, until [`TerminalMode::restore`]. Errors are ignored. Has
    /// no effect beside Unix.
    pub fn hide_input(&self) {
        #[cfg(unix)]
        {
            let mut hidden = self.0;
            hidden.c_lflag &= !libc::ECHO;
            // SAFETY: the pointer is to a copy of a structure that tcgetattr has filled in.
            unsafe {
                libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, &raw const hidden);
            }
        }
    }

    /// Sets standard input to this mode. Does nothing if standard input is no terminal any more.
    pub fn restore(&self) {
        #[cfg(unix)]
        // SAFETY: the pointer is to a structure that tcgetattr has filled in.
        unsafe {
            libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, &raw const self.0);
        }
    }
}
