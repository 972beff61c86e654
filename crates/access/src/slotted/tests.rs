//! Tests of slotted pages.
