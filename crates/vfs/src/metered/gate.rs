//! The gate of the files of one opening: open until the files are closed, then shut for good.
//!
//! A database that is closed and opened again while old references to it exist must not be reached
//! by them. A thread that writes by an old handle would write into the files of the new opening.

use sluice_base::sync::{RwLock, RwLockReadGuard};

/// The gate of some files.
#[derive(Default)]
pub(super) struct Gate {
    /// Read while a call is in progress.
    is_closed: RwLock<bool>,
}

/// A call in progress.
pub(super) struct Entered<'g> {
    _held: RwLockReadGuard<'g, bool>,
}

impl Gate {
    /// Begins a call. Returns `None` if the files are closed.
    pub(super) fn enter(&self) -> Option<Entered<'_>> {
        let held = self.is_closed.read();
        (!*held).then_some(Entered { _held: held })
    }

    /// Waits for the calls in progress and refuses later ones.
    pub(super) fn close(&self) {
        *self.is_closed.write() = true;
    }
}
