//! The account of a scan: entries by status, or by kind if they have no status, and excluded paths. All counts
//! together are the number of entries and exclusions.

use scan::model::{Entry, EntryKind, FileStatus, Scan};

pub struct Coverage {
    /// In the order of `FileStatus::ALL`.
    pub files: [u64; 12],
    pub directory: u64,
    pub symlink: u64,
    pub special: u64,
    pub excluded: u64,
    pub complete: bool,
}

/// Whether code analysis lacks this entry: a file of a parsed language that is not `analyzed`, or an unreadable path,
/// whose content is unknown.
pub fn is_incomplete(entry: &Entry) -> bool {
    match entry.status() {
        None | Some(FileStatus::Analyzed | FileStatus::Inventory | FileStatus::UnsupportedLanguage) => false,
        Some(FileStatus::Unreadable) => true,
        Some(_) => entry.file().is_some_and(|file| file.language.is_some()),
    }
}

pub fn coverage_of(scan: &Scan) -> Coverage {
    let mut coverage = Coverage {
        files: [0; 12],
        directory: 0,
        symlink: 0,
        special: 0,
        excluded: scan.exclusions.len() as u64,
        complete: true,
    };
    for entry in &scan.entries {
        let count = match (entry.status(), &entry.what) {
            (Some(status), _) => &mut coverage.files[status as usize],
            (None, EntryKind::Directory { .. }) => &mut coverage.directory,
            (None, EntryKind::Symlink { .. }) => &mut coverage.symlink,
            (None, _) => &mut coverage.special,
        };
        *count += 1;
        coverage.complete &= !is_incomplete(entry);
    }
    coverage
}
