//! A folder's names as callers see them, its durable names, and the changes between both.
//!
//! Invariant: `durable` with all of `pending` applied in order equals `current`.

use super::node::Node;
use super::rng::Rng;
use sluice_base::sync::Arc;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};

/// Files by name.
pub(super) type Names = BTreeMap<OsString, Arc<Node>>;

/// A folder. Folders are never removed, and they are durable as soon as they are created. `pending`
/// are the changes of entries that a power cut may lose.
#[derive(Default)]
pub(super) struct Folder {
    pub(super) subfolders: BTreeSet<OsString>,
    current: Names,
    durable: Names,
    pending: Vec<EntryChange>,
}

/// An atomic change of a folder's names.
#[derive(Clone)]
enum EntryChange {
    Link { name: OsString, node: Arc<Node> },
    Unlink { name: OsString },
    Rename { from: OsString, to: OsString },
}

impl Folder {
    /// Returns the file of that name. `None` if there is none.
    pub(super) fn file(&self, name: &OsStr) -> Option<&Arc<Node>> {
        self.current.get(name)
    }

    /// Returns the names of files and folders, sorted.
    pub(super) fn names(&self) -> BTreeSet<OsString> {
        self.current.keys().chain(&self.subfolders).cloned().collect()
    }

    /// Adds a name for `node`. Returns the file that had the name before. `None` if the name was
    /// free.
    pub(super) fn link(&mut self, name: OsString, node: Arc<Node>) -> Option<Arc<Node>> {
        self.change(EntryChange::Link { name, node })
    }

    /// Removes a name. Returns the file that had the name. `None` if no file had it.
    pub(super) fn unlink(&mut self, name: OsString) -> Option<Arc<Node>> {
        self.change(EntryChange::Unlink { name })
    }

    /// Renames a file within the folder. Returns the file that had the new name. `None` if that was
    /// free. Does nothing if no file has the old name.
    pub(super) fn rename(&mut self, from: OsString, to: OsString) -> Option<Arc<Node>> {
        self.change(EntryChange::Rename { from, to })
    }

    /// Makes the names durable.
    pub(super) fn sync(&mut self) {
        for change in self.pending.drain(..) {
            change.apply(&mut self.durable);
        }
    }

    /// Returns the folder after a power cut. A prefix of the pending changes survives; each change
    /// survives with a chance of `percent`.
    pub(super) fn survivor(
        &self,
        percent: u8,
        rng: &mut Rng,
        mut copy: impl FnMut(&Arc<Node>, &mut Rng) -> Arc<Node>,
    ) -> Folder {
        let mut names = self.durable.clone();
        for change in &self.pending {
            if !rng.percent(percent) {
                break;
            }
            change.apply(&mut names);
        }
        let names: Names = names.into_iter().map(|(name, node)| (name, copy(&node, rng))).collect();
        Folder { subfolders: self.subfolders.clone(), current: names.clone(), durable: names, pending: Vec::new() }
    }

    /// Returns a copy of the folder with nothing lost and the same changes pending. `copy` makes
    /// the file of the new folder for each file, and must give the same copy for the same file.
    pub(super) fn copy(&self, mut copy: impl FnMut(&Arc<Node>) -> Arc<Node>) -> Folder {
        let mut names = |names: &Names| names.iter().map(|(name, node)| (name.clone(), copy(node))).collect();
        let (current, durable) = (names(&self.current), names(&self.durable));
        let pending = self.pending.iter().cloned().map(|change| change.map_node(&mut copy)).collect();
        Folder { subfolders: self.subfolders.clone(), current, durable, pending }
    }

    fn change(&mut self, change: EntryChange) -> Option<Arc<Node>> {
        let gone = change.apply(&mut self.current);
        self.pending.push(change);
        gone
    }
}

impl EntryChange {
    /// Applies the change. Returns the file that lost a name.
    fn apply(&self, names: &mut Names) -> Option<Arc<Node>> {
        match self {
            EntryChange::Link { name, node } => names.insert(name.clone(), node.clone()),
            EntryChange::Unlink { name } => names.remove(name),
            EntryChange::Rename { from, to } => {
                let node = names.remove(from)?;
                names.insert(to.clone(), node)
            }
        }
    }

    fn map_node(self, copy: &mut impl FnMut(&Arc<Node>) -> Arc<Node>) -> EntryChange {
        match self {
            EntryChange::Link { name, node } => EntryChange::Link { name, node: copy(&node) },
            other => other,
        }
    }
}
