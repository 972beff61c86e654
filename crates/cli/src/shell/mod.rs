//! The interactive shell: batch editing, history, completion and commands.
//!
//! The shell is inactive if standard input is a pipe or a file: then `sluice sql` reads and prints
//! as sqlcmd does.

mod commands;

mod gutter;

mod words;

mod names;

mod completion;

mod history;

mod input;

mod editor;

mod describe;

mod plan;

mod interactive;

pub(crate) use interactive::{can_edit, run};
