//! One remembered call, and how it reads as a line of text.

use crate::call::CallKind;
use crate::file::{Access, Create, Durability, OpenOptions};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A call that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Which call.
    pub kind: CallKind,
    /// On which file or folder, as the caller named it: for calls of a handle the path it was opened with.
    pub path: PathBuf,
    /// The new name, for a rename.
    pub to: Option<PathBuf>,
    /// First byte, for reads, writes and reservations.
    pub offset: u64,
    /// How many bytes, likewise.
    pub len: u64,
    /// How the handle was opened (for an open: is to be); nothing for calls without a handle.
    pub options: Option<OpenOptions>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many calls had been remembered when this one began.
    pub began_after: usize,
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Well.
    Done,
    /// With an error of that kind.
    Failed(io::ErrorKind),
}

impl Call {
    /// The handle's durability.
    pub fn durability(&self) -> Option<Durability> {
        self.options.map(|options| options.durability)
    }

    /// The handle's access.
    pub fn access(&self) -> Option<Access> {
        self.options.map(|options| options.access)
    }

    /// Whether it is a write that was durable when it returned.
    pub fn is_synchronous_write(&self) -> bool {
        self.kind == CallKind::Write
            && self.durability() == Some(Durability::Synchronous)
            && self.outcome == Outcome::Done
    }

    /// The call as a line: what, on which file relative to `root`, over which bytes (`offset+length`), how the handle
    /// was opened where that is not deferred and buffered, how it ended if badly.
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
