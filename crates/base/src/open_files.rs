//! The process's limit on open files, sockets included.

use std::io;

/// Raises the soft limit to the hard limit, which needs no privilege. Returns the limit now in
/// force. Fails if the system refuses either call.
#[cfg(unix)]
pub fn raise_limit() -> io::Result<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live value of the type that getrlimit fills in; getrlimit reads
    // none of our memory.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    if limit.rlim_cur < limit.rlim_max {
        let wanted = libc::rlimit { rlim_cur: limit.rlim_max, ..limit };
        // SAFETY: the pointer is to a live value of the type that setrlimit reads.
        if unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const wanted) } != 0 {
            return Err(io::Error::last_os_error());
        }
        limit = wanted;
    }
    Ok(limit.rlim_cur)
}

/// Other platforms have no such limit: returns `u64::MAX`.
#[cfg(not(unix))]
pub fn raise_limit() -> io::Result<u64> {
    Ok(u64::MAX)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn open_file_limit_is_raised_to_hard_limit() {
        let raised = raise_limit().unwrap();
        let text = std::fs::read_to_string("/proc/self/limits").unwrap();
        let line = text.lines().find(|line| line.starts_with("Max open files")).unwrap();
        let limits: Vec<&str> = line.split_whitespace().skip(3).take(2).collect();
        assert_eq!(limits, [raised.to_string(), raised.to_string()]);
    }
}
