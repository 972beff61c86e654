//! A recorded call and its text form.

use crate::call::CallKind;
use crate::file::{Access, Create, Durability, OpenOptions};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A call that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The kind of call.
    pub kind: CallKind,
    /// The file or folder as named by the caller. For calls of a handle: the path that the handle
    /// was opened with.
    pub path: PathBuf,
    /// The new name, for a rename.
    pub to: Option<PathBuf>,
    /// First byte, for reads, writes and reservations. The new length, for a truncation.
    pub offset: u64,
    /// Number of bytes, for reads, writes, reservations and mappings.
    pub len: u64,
    /// Options of the handle, or of the open call. `None` for calls without a handle.
    pub options: Option<OpenOptions>,
    /// The result of the call.
    pub outcome: Outcome,
    /// Number of calls recorded before this call began.
    pub began_after: usize,
}

/// The result of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Success.
    Done,
    /// An error of this kind.
    Failed(io::ErrorKind),
}

impl Call {
    /// Returns the durability of the handle that the call opens or uses. `None` for other calls.
    pub fn durability(&self) -> Option<Durability> {
        self.options.map(|options| options.durability)
    }

    /// Returns the access mode of the handle that the call opens or uses. `None` for other calls.
    pub fn access(&self) -> Option<Access> {
        self.options.map(|options| options.access)
    }

    /// Whether the call is a write that was durable when it returned.
    pub fn is_synchronous_write(&self) -> bool {
        self.kind == CallKind::Write
            && self.durability() == Some(Durability::Synchronous)
            && self.outcome == Outcome::Done
    }

    /// Formats the call as a line: kind, file relative to `root`, bytes (`offset+length`). The
    /// handle's options are shown unless deferred and buffered, and the result is shown if it is an
    /// error.
    pub fn line<'a>(&'a self, root: &'a Path) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| self.write_line(f, root))
    }

    fn write_line(&self, f: &mut fmt::Formatter<'_>, root: &Path) -> fmt::Result {
        let show = |path: &Path| match path.strip_prefix(root) {
            Ok(inside) if inside.as_os_str().is_empty() => ".".to_owned(),
            Ok(inside) => inside.display().to_string(),
            Err(_) => path.display().to_string(),
        };
        write!(f, "{} {}", self.kind.name(), show(&self.path))?;
        if let Some(to) = &self.to {
            write!(f, " to {}", show(to))?;
        }
        if matches!(self.kind, CallKind::Read | CallKind::Write | CallKind::Allocate) {
            write!(f, " {}+{}", self.offset, self.len)?;
        }
        if self.kind == CallKind::Truncate {
            write!(f, " {}", self.offset)?;
        }
        if let Some(options) = self.options {
            match (self.kind, options.create) {
                (CallKind::Open, Create::New) => f.write_str(" new")?,
                (CallKind::Open, Create::IfMissing) => f.write_str(" if-missing")?,
                _ => {}
            }
            if options.access == Access::Direct {
                f.write_str(" direct")?;
            }
            if options.durability == Durability::Synchronous {
                f.write_str(" synchronous")?;
            }
        }
        match self.outcome {
            Outcome::Done => Ok(()),
            Outcome::Failed(kind) => write!(f, " failed: {kind}"),
        }
    }
}
