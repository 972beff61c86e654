//! The long names of sqlcmd's options, which the Go variant adds
//! (`tools/sqlcmd/go-sqlcmd-utility`).
//!
//! Table of data.

/// Returns the short name of a long option, which is known in any case. `None` for an unknown one.
pub(crate) fn short(long: &str) -> Option<char> {
    LONG.iter().find(|(name, _)| name.eq_ignore_ascii_case(long)).map(|(_, short)| *short)
}

const LONG: &[(&str, char)] = &[
    ("application-intent", 'K'),
    ("batch-terminator", 'c'),
    ("change-password", 'z'),
    ("change-password-exit", 'Z'),
    ("client-regional-setting", 'R'),
    ("column-separator", 's'),
    ("database-name", 'd'),
    ("dedicated-admin-connection", 'A'),
    ("disable-cmd-and-warn", 'X'),
    ("disable-variable-substitution", 'x'),
    ("echo-input", 'e'),
    ("enable-column-encryption", 'g'),
    ("enable-quoted-identifiers", 'I'),
    ("encrypt-connection", 'N'),
    ("error-level", 'm'),
    ("error-severity-level", 'V'),
    ("errors-to-stderr", 'r'),
    ("exit-on-error", 'b'),
    ("fixed-type-width", 'Y'),
    ("format", 'F'),
    ("headers", 'h'),
    ("host-name-in-certificate", 'F'),
    ("initial-query", 'q'),
    ("input-file", 'i'),
    ("list-servers", 'L'),
    ("login-timeout", 'l'),
    ("multi-subnet-failover", 'M'),
    ("output-file", 'o'),
    ("packet-size", 'a'),
    ("password", 'P'),
    ("query", 'Q'),
    ("query-timeout", 't'),
    ("remove-control-characters", 'k'),
    ("screen-width", 'w'),
    ("server", 'S'),
    ("trim-spaces", 'W'),
    ("trust-server-certificate", 'C'),
    ("unicode-output-file", 'u'),
    ("use-aad", 'G'),
    ("use-trusted-connection", 'E'),
    ("user-name", 'U'),
    ("variable-type-width", 'y'),
    ("variables", 'v'),
    ("workstation-name", 'H'),
];
