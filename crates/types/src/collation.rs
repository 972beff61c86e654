//! The default collation.
