//! All folders of a file system in memory, and the calls on them.
//!
//! Paths are normalized: `/a/b`, `a/b` and `a/./b` are the same file. The topmost folder always
//! exists.

use super::content::Content;
use super::crash::CrashMode;
use super::folder::Folder;
use super::node::{Device, Node};
use super::rng::Rng;
use crate::file::Create;
use sluice_base::sync::Arc;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Component, Path, PathBuf};

/// The folders by their normalized paths.
pub(super) struct Tree {
    folders: BTreeMap<PathBuf, Folder>,
}

impl Tree {
    /// Returns a tree with an empty topmost folder.
    pub(super) fn new() -> Tree {
        Tree { folders: BTreeMap::from([(PathBuf::new(), Folder::default())]) }
    }

    /// Opens a file or creates it. With [`Create::New`], an existing name is `AlreadyExists`; with
    /// [`Create::Never`], a missing file is `NotFound`. A new file's name isn't durable yet.
    /// `tracked` files can survive a power cut.
    pub(super) fn open(
        &mut self,
        device: &Device,
        path: &Path,
        create: Create,
        tracked: bool,
    ) -> io::Result<Arc<Node>> {
        if create == Create::New && self.exists(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let place = self.entry_path(path)?;
        let folder = self.folder(&place.folder)?;
        match (folder.file(&place.name), create) {
            (Some(node), _) => Ok(node.clone()),
            (None, Create::Never) => Err(io::ErrorKind::NotFound.into()),
            (None, Create::New | Create::IfMissing) => {
                let node = Node::new(device, Content::new(tracked));
                folder.link(place.name, node.clone());
                Ok(node)
            }
        }
    }

    /// Whether a file or folder of that name exists.
    pub(super) fn exists(&self, path: &Path) -> bool {
        let plain = plain(path);
        self.folders.contains_key(&plain) || self.file(&plain).is_some()
    }

    /// Returns the names in a folder. Files and folders, in alphabetical order. A missing folder is
    /// `NotFound`, a file `NotADirectory`.
    pub(super) fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let plain = plain(path);
        match self.folders.get(&plain) {
            Some(folder) => Ok(folder.names().into_iter().map(PathBuf::from).collect()),
            None if self.file(&plain).is_some() => Err(io::ErrorKind::NotADirectory.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Creates a folder and its parents, durable at once. Existing folders are kept. A file of one
    /// of the names is `AlreadyExists`.
    pub(super) fn create_dir_all(&mut self, path: &Path) -> io::Result<()> {
        let mut above = PathBuf::new();
        for name in &plain(path) {
            let folder = self.folder(&above)?;
            if folder.file(name).is_some() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            folder.subfolders.insert(name.to_owned());
            above.push(name);
            self.folders.entry(above.clone()).or_default();
        }
        Ok(())
    }

    /// Renames a file and replaces an existing file of the new name. The same path twice changes
    /// nothing. A missing file or target folder is `NotFound`, a folder in either place
    /// `IsADirectory`. The change isn't durable before a sync of the folders; across folders, a
    /// power cut may leave either half alone. Handles stay valid.
    pub(super) fn rename(&mut self, device: &Device, from: &Path, to: &Path) -> io::Result<()> {
        let (from, to) = (self.entry_path(from)?, self.entry_path(to)?);
        let node = self.folder(&from.folder)?.file(&from.name).cloned().ok_or(io::ErrorKind::NotFound)?;
        let target = self.folder(&to.folder)?;
        if from == to {
            return Ok(());
        }
        let replaced = if from.folder == to.folder {
            target.rename(from.name, to.name)
        } else {
            // The rename counts as two changes in two folders: a power cut may leave either alone.
            let replaced = target.link(to.name, node);
            self.folder(&from.folder)?.unlink(from.name);
            replaced
        };
        if let Some(replaced) = replaced {
            replaced.unlink(device);
        }
        Ok(())
    }

    /// Removes a file. Handles stay valid. The removal isn't durable before a sync of the folder. A
    /// missing file is `NotFound`.
    pub(super) fn remove(&mut self, device: &Device, path: &Path) -> io::Result<()> {
        let place = self.entry_path(path)?;
        let folder = self.folder(&place.folder)?;
        if folder.file(&place.name).is_none() {
            return Err(io::ErrorKind::NotFound.into());
        }
        if let Some(removed) = folder.unlink(place.name) {
            removed.unlink(device);
        }
        Ok(())
    }

    /// Makes a folder's names durable. Fails with kind `NotADirectory` for a file, `NotFound` for a
    /// missing folder.
    pub(super) fn sync_dir(&mut self, path: &Path) -> io::Result<()> {
        let plain = plain(path);
        if self.file(&plain).is_some() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        self.folder(&plain)?.sync();
        Ok(())
    }

    /// Returns a tree that the crash may leave, with its files on `device`. A killed process loses
    /// nothing; a power cut loses entries and bytes at random from `rng`. A file without a name
    /// left takes no space.
    pub(super) fn survivor(&self, mode: CrashMode, rng: &mut Rng, device: &Device) -> Tree {
        // A file with names in two folders must remain a single file.
        let mut copies: BTreeMap<u64, Arc<Node>> = BTreeMap::new();
        let mut folders = BTreeMap::new();
        for (path, folder) in &self.folders {
            let survivor = match mode {
                CrashMode::ProcessKill => folder
                    .copy(|node| copies.entry(node.id).or_insert_with(|| Node::new(device, node.content())).clone()),
                CrashMode::PowerCut(survival) => folder.survivor(survival.entries, rng, |node, rng| {
                    let survivor =
                        || Node::new(device, node.content().survivor(survival, device.sector, device.rewrite, rng));
                    copies.entry(node.id).or_insert_with(survivor).clone()
                }),
            };
            folders.insert(path.clone(), survivor);
        }
        let tree = Tree { folders };
        for (id, copy) in copies {
            let named = |folder: &Folder| {
                folder.names().iter().any(|name| folder.file(name).is_some_and(|node| node.id == copy.id))
            };
            if !tree.folders.values().any(named) {
                debug_assert!(mode == CrashMode::ProcessKill, "file {id} survived a power cut without a name");
                copy.unlink(device);
            }
        }
        tree
    }

    /// Returns the file with this path, if there is one.
    pub(super) fn node(&self, path: &Path) -> Option<&Arc<Node>> {
        self.file(&plain(path))
    }

    fn file(&self, plain: &Path) -> Option<&Arc<Node>> {
        self.folders.get(plain.parent()?)?.file(plain.file_name()?)
    }

    fn folder(&mut self, plain: &Path) -> io::Result<&mut Folder> {
        self.folders.get_mut(plain).ok_or(io::ErrorKind::NotFound.into())
    }

    /// Returns the folder and name of a file, existing or not.
    fn entry_path(&self, path: &Path) -> io::Result<EntryPath> {
        let plain = plain(path);
        if self.folders.contains_key(&plain) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        match (plain.parent(), plain.file_name().map(OsStr::to_owned)) {
            (Some(folder), Some(name)) => Ok(EntryPath { folder: folder.to_owned(), name }),
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }
}

/// A folder and a name in it.
#[derive(PartialEq)]
struct EntryPath {
    folder: PathBuf,
    name: OsString,
}

fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => plain.push(name),
            Component::ParentDir => {
                plain.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    plain
}
