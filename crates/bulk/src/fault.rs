//! The faults of fields that can't be converted.

/// The fault of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CellFault {
    /// 4864.
    Mismatch,
    /// 4863.
    Truncated,
    /// 4867.
    Overflow,
}
