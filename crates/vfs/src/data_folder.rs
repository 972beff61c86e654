//! The folder of data files that statements may read: BULK INSERT and OPENROWSET(BULK).
//!
//! Statements name files by paths of their own, so the folder is a boundary: nothing outside it is
//! opened, whatever a path or a symbolic link says. Without a folder nothing is opened at all.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// A folder of data files, or none.
#[derive(Clone, Debug, Default)]
pub struct DataFolder {
    root: Option<PathBuf>,
}

/// A data file that can't be opened.
#[derive(Debug)]
pub enum DataFileError {
    /// There is no folder.
    NoFolder,
    /// The path leads outside the folder.
    Outside,
    /// The file, or a folder on its path, doesn't exist.
    Missing,
    /// The system's error.
    Failed(io::Error),
}

impl DataFolder {
    /// Returns the folder `root`, which is not checked here. With `None`, every call fails with
    /// `NoFolder`.
    pub fn new(root: Option<&Path>) -> DataFolder {
        DataFolder { root: root.map(Path::to_owned) }
    }

    /// Opens an existing file for reading. A relative path is below the folder. Fails with
    /// `Outside` if the path or a symbolic link leads out of the folder, with `Missing` if nothing
    /// or no file is there.
    pub fn open(&self, path: &str) -> Result<File, DataFileError> {
        let (root, path) = self.place(path)?;
        let path = path.canonicalize()?;
        if !path.starts_with(&root) {
            return Err(DataFileError::Outside);
        }
        if !path.is_file() {
            return Err(DataFileError::Missing);
        }
        Ok(File::open(path)?)
    }

    /// Creates a file, which must not exist, for writing. Fails with `Outside` if its folder is
    /// outside the data folder, also after following links, and with `Missing` if its folder
    /// doesn't exist. An existing name, even of a link, is `Failed` with kind `AlreadyExists`.
    pub fn create(&self, path: &str) -> Result<File, DataFileError> {
        let (root, path) = self.place(path)?;
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Err(DataFileError::Outside) };
        let folder = folder.canonicalize()?;
        if !folder.starts_with(&root) {
            return Err(DataFileError::Outside);
        }
        // A new file: an existing symbolic link fails.
        Ok(OpenOptions::new().write(true).create_new(true).open(folder.join(name))?)
    }

    /// Returns the folder with symbolic links resolved, and the path below it without `.` and `..`.
    /// The check precedes every access, so that nothing is learnt of files outside.
    fn place(&self, path: &str) -> Result<(PathBuf, PathBuf), DataFileError> {
        let root = self.root.as_deref().ok_or(DataFileError::NoFolder)?;
        let written = Path::new(path);
        let real = root.canonicalize()?;
        let below = if written.is_absolute() {
            let stripped = written.strip_prefix(root).or_else(|_| written.strip_prefix(&real));
            stripped.map_err(|_| DataFileError::Outside)?
        } else {
            written
        };
        let mut place = real.clone();
        for part in below.components() {
            match part {
                Component::Normal(name) => place.push(name),
                Component::CurDir => {}
                Component::ParentDir if place != real => {
                    place.pop();
                }
                _ => return Err(DataFileError::Outside),
            }
        }
        Ok((real, place))
    }
}

impl From<io::Error> for DataFileError {
    fn from(error: io::Error) -> DataFileError {
        match error.kind() {
            ErrorKind::NotFound => DataFileError::Missing,
            _ => DataFileError::Failed(error),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn files_outside_are_never_opened() {
        let outer = tempfile::tempdir().expect("a folder");
        let root = outer.path().join("data");
        std::fs::create_dir_all(root.join("sub")).expect("folders");
        std::fs::write(root.join("sub/in.txt"), "in").expect("a file");
        std::fs::write(outer.path().join("out.txt"), "out").expect("a file");
        symlink(outer.path().join("out.txt"), root.join("link.txt")).expect("a link");
        symlink(outer.path(), root.join("up")).expect("a link");
        let folder = DataFolder::new(Some(&root));
        let absolute = root.join("sub/in.txt");
        for path in ["sub/in.txt", "./sub/../sub/in.txt", absolute.to_str().expect("a path")] {
            assert!(folder.open(path).is_ok(), "{path}");
        }
        let outside = outer.path().join("out.txt");
        let escapes = ["../out.txt", "sub/../../out.txt", "link.txt", "up/out.txt", "/etc/passwd", "../missing"];
        for path in escapes.into_iter().chain(outside.to_str()) {
            assert!(matches!(folder.open(path), Err(DataFileError::Outside)), "{path}");
        }
        assert!(matches!(folder.open("missing"), Err(DataFileError::Missing)));
        assert!(matches!(folder.open("sub"), Err(DataFileError::Missing)));
        assert!(matches!(DataFolder::default().open("sub/in.txt"), Err(DataFileError::NoFolder)));
        assert!(folder.create("new.txt").is_ok());
        assert!(folder.create("new.txt").is_err() && folder.create("link.txt").is_err());
        assert!(matches!(folder.create("up/new.txt"), Err(DataFileError::Outside)));
        assert!(matches!(folder.create("../new.txt"), Err(DataFileError::Outside)));
    }
}
