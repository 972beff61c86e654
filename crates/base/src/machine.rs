//! The machine's name.

/// Returns the machine's name, or an empty string if the name can't be read.
#[cfg(unix)]
pub fn name() -> String {
    let mut bytes = [0u8; 256];
    // SAFETY: the pointer is to a buffer of this length, which this function owns.
    let failed = unsafe { libc::gethostname(bytes.as_mut_ptr().cast(), bytes.len()) } != 0;
    let end = bytes.iter().position(|byte| *byte == 0);
    match end {
        Some(end) if !failed => String::from_utf8_lossy(&bytes[..end]).into_owned(),
        _ => String::new(),
    }
}

/// Returns the machine's name, or an empty string if the variable `COMPUTERNAME` isn't set.
#[cfg(not(unix))]
pub fn name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn machine_name_has_no_nul() {
        assert!(!super::name().contains('\0'));
    }
}
