//! Converts file specifications, `(NAME = ..., SIZE = ...)`, to bytes.

use sluice_base::file_growth::FileGrowth;
use sluice_session::new_files::NewFile;
use sluice_syntax::ast::{self, FileSize, FileSizeMax, FileSpec, SizeUnit};

/// Returns the settings of a new database file, in bytes. Settings that aren't written are `None`.
pub(super) fn new_file(spec: &FileSpec) -> NewFile {
    NewFile {
        name: spec.name.as_ref().map(|name| name.text.to_string()),
        path: spec.file.as_ref().map(|path| path.to_string()),
        size: spec.size.map(bytes_of),
        max: spec.size_max.map(max_of),
        growth: spec.growth.map(growth_of),
    }
}

/// Returns a size in bytes. The default unit is megabytes. Saturates at the greatest u64.
pub(in crate::statement) fn bytes_of(size: FileSize) -> u64 {
    let unit = match size.unit {
        Some(SizeUnit::Kilobytes) => 1 << 10,
        Some(SizeUnit::Megabytes) | None => 1 << 20,
        Some(SizeUnit::Gigabytes) => 1 << 30,
        Some(SizeUnit::Terabytes) => 1 << 40,
    };
    u64::from(size.number).saturating_mul(unit)
}

/// Returns MAXSIZE in bytes; `None` means until the disk is full.
pub(super) fn max_of(max: FileSizeMax) -> Option<u64> {
    match max {
        FileSizeMax::Size(size) => Some(bytes_of(size)),
        FileSizeMax::Unlimited => None,
    }
}

/// Returns FILEGROWTH. Growth in bytes is rounded up to extents of 64 KB.
pub(super) fn growth_of(growth: ast::FileGrowth) -> FileGrowth {
    match growth {
        ast::FileGrowth::Size(size) => FileGrowth::Bytes(bytes_of(size).next_multiple_of(64 << 10)),
        ast::FileGrowth::Percent(percent) => FileGrowth::Percent(percent),
    }
}
