//! A folder's names: as callers see them, as a power cut would leave them at least, and the changes between.
//!
//! Invariant: `durable` with all of `pending` applied in order is `current`.

use super::node::Node;
use super::rng::Rng;
use sluice_base::sync::Arc;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};

/// Names of files.
pub(super) type Names = BTreeMap<OsString, Arc<Node>>;

/// A folder. Folders are never removed, and durable as soon as they are made.
#[derive(Default)]
pub(super) struct Folder {
    /// The folders in it.
    pub(super) subfolders: BTreeSet<OsString>,
    current: Names,
    durable: Names,
    pending: Vec<EntryChange>,
}

/// A change of one folder's names, whole or not at all.
#[derive(Clone)]
enum EntryChange {
    Link { name: OsString, node: Arc<Node> },
    Unlink { name: OsString },
    Rename { from: OsString, to: OsString },
}

impl Folder {
    /// The file of that name.
    pub(super) fn file(&self, name: &OsStr) -> Option<&Arc<Node>> {
        self.current.get(name)
    }

    /// The names of files and folders, sorted.
    pub(super) fn names(&self) -> BTreeSet<OsString> {
        self.current.keys().chain(&self.subfolders).cloned().collect()
    }

    /// Gives `node` a name; returns the file that had it.
    pub(super) fn link(&mut self, name: OsString, node: Arc<Node>) -> Option<Arc<Node>> {
        self.change(EntryChange::Link { name, node })
    }

    /// Takes a name away; returns the file that had it.
    pub(super) fn unlink(&mut self, name: OsString) -> Option<Arc<Node>> {
        self.change(EntryChange::Unlink { name })
    }

    /// Renames within the folder; returns the file that had the new name.
    pub(super) fn rename(&mut self, from: OsString, to: OsString) -> Option<Arc<Node>> {
        self.change(EntryChange::Rename { from, to })
    }

    /// Makes the names durable.
    pub(super) fn sync(&mut self) {
        for change in self.pending.drain(..) {
            change.apply(&mut self.durable);
        }
    }

    /// The folder after a power cut: a prefix of the pending changes survived, each change with `percent` of chance.
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

    /// The folder with nothing lost, and the same changes pending.
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
    /// Applies it; returns the file that lost a name by it.
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
