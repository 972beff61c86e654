//! Code page 1252: what char and varchar keep on disk.
