//! What the machine is called.

/// The machine's name; empty where it has none that can be read.
#[cfg(unix)]
pub fn name() -> String {
    let mut bytes = [0u8; 256];
    // SAFETY: the pointer leads to so many bytes, which are this function's own.
    let failed = unsafe { libc::gethostname(bytes.as_mut_ptr().cast(), bytes.len()) } != 0;
    let end = bytes.iter().position(|byte| *byte == 0);
    match end {
        Some(end) if !failed => String::from_utf8_lossy(&bytes[..end]).into_owned(),
        _ => String::new(),
    }
}

/// The machine's name; nobody asks elsewhere yet.
#[cfg(not(unix))]
pub fn name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_has_no_end_in_it() {
        assert!(!super::name().contains('\0'));
    }
}
