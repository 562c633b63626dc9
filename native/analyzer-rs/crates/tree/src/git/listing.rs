//! The entries of a folder at a revision.

use rustc_hash::FxHashMap;

use crate::path_kind::PathKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitKind {
    File,
    Executable,
    Symlink,
    Folder,
    /// A folder that cannot be listed.
    Submodule,
}

impl GitKind {
    pub fn path_kind(self) -> PathKind {
        match self {
            Self::File | Self::Executable => PathKind::File,
            Self::Symlink => PathKind::Symlink,
            Self::Folder | Self::Submodule => PathKind::Directory,
        }
    }
}

pub struct GitEntry {
    pub kind: GitKind,
    pub object: String,
    pub size: u64,
}

/// Paths may be any bytes.
#[derive(Default)]
pub struct Listing {
    /// By the path of a folder, its entries.
    pub folders: FxHashMap<Vec<u8>, Vec<(Vec<u8>, PathKind)>>,
    /// By path.
    pub entries: FxHashMap<Vec<u8>, GitEntry>,
}

/// Parses `<mode> <type> <object> <size>\t<path>\0` lines; `None` if they have another form. A line without a size has
/// size 0.
pub fn listing_of(lines: &[u8]) -> Option<Listing> {
    let mut listing = Listing::default();
    listing.folders.insert(Vec::new(), Vec::new());
    for line in lines.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
        let (fields, path) = line.split_at(memchr::memchr(b'\t', line)?);
        let path = &path[1..];
        let mut words = std::str::from_utf8(fields).ok()?.split_ascii_whitespace();
        let (mode, what, object) = (words.next()?, words.next()?, words.next()?);
        let kind = match (what, mode) {
            ("tree", _) => GitKind::Folder,
            ("commit", _) => GitKind::Submodule,
            (_, "120000") => GitKind::Symlink,
            (_, "100755") => GitKind::Executable,
            _ => GitKind::File,
        };
        let slash = memchr::memrchr(b'/', path);
        let name = &path[slash.map_or(0, |at| at + 1)..];
        // Git lists a folder before its entries.
        let siblings = listing.folders.get_mut(&path[..slash.unwrap_or(0)])?;
        siblings.push((name.to_vec(), kind.path_kind()));
        if matches!(kind, GitKind::Folder | GitKind::Submodule) {
            listing.folders.insert(path.to_vec(), Vec::new());
        }
        let entry = GitEntry {
            kind,
            object: object.to_owned(),
            size: words.next().map_or(0, |it| it.parse().unwrap_or(0)),
        };
        listing.entries.insert(path.to_vec(), entry);
    }
    Some(listing)
}
