//! Decimals against the documentation and a big-integer oracle.
