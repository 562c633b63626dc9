//! Tells by digests whether a project is what it was: first all that listing it told, then what is in its files.

use std::sync::atomic::{AtomicUsize, Ordering};

use sha2::{Digest, Sha256};

use crate::parse::facts::Hash;
use crate::tree::folder::Folder;
use crate::tree::hash_file::FileHasher;
use crate::tree::walk::{Found, FoundKind, Listing};

use super::model::{Entry, FileStatus, ScanOptions};
use super::scan::{ScanContext, ScanEvent};
use super::workers::work_in_threads;

/// Of neighbours in the tree, taken by a thread at once.
const PORTION: usize = 16;

/// Another run might not tell the same of the same bytes.
const PASSING: [FileStatus; 4] = [
    FileStatus::Timeout,
    FileStatus::ParserFailed,
    FileStatus::MissingParser,
    FileStatus::Unreadable,
];

/// SHA-256 over texts and numbers, each told apart from the next.
pub struct RowDigest(Sha256);

impl RowDigest {
    /// `subject` says what the rows are of.
    pub fn new(subject: &str) -> Self {
        let mut digest = Self(Sha256::new());
        digest.bytes(subject.as_bytes());
        digest
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    pub fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn texts(&mut self, texts: &[String]) {
        self.number(texts.len() as u64);
        texts.iter().for_each(|text| self.bytes(text.as_bytes()));
    }

    fn reason(&mut self, reason: Option<&String>) {
        self.number(reason.is_some().into());
        self.bytes(reason.map_or(&[], |it| it.as_bytes()));
    }

    pub fn options(&mut self, options: &ScanOptions) {
        let ScanOptions {
            profile,
            all,
            exclude,
            source_roots,
            max_bytes,
            min_nodes,
        } = options;
        self.bytes(profile.as_bytes());
        self.number((*all).into());
        self.texts(exclude);
        self.texts(source_roots);
        self.number(*max_bytes);
        self.number(*min_nodes);
    }

    pub fn finish(self) -> Hash {
        self.0.finalize().into()
    }
}

/// Of all that is known of a project before a file is read: each path in its raw bytes with its kind, size, whether it
/// is executable, target, what could not be looked at and why, and what is left out and why.
///
/// `asked`: digest of the project's place and the options.
pub fn tree_digest(asked: &Hash, name: &str, listing: &Listing) -> Hash {
    let mut digest = RowDigest::new("tree");
    digest.bytes(asked);
    digest.bytes(name.as_bytes());
    digest.number(listing.found.len() as u64);
    for Found { place, what } in &listing.found {
        digest.bytes(place.bytes());
        match what {
            FoundKind::File {
                size,
                executable,
                reason,
            } => {
                digest.number(0);
                digest.number(*size);
                digest.number((*executable).into());
                digest.reason(reason.as_ref());
            }
            FoundKind::Directory { reason } => {
                digest.number(1);
                digest.reason(reason.as_ref());
            }
            FoundKind::Special { reason } => {
                digest.number(2);
                digest.reason(reason.as_ref());
            }
            FoundKind::Symlink { target } => {
                digest.number(3);
                digest.bytes(target.as_bytes());
            }
        }
    }
    for left_out in &listing.left_out {
        digest.bytes(left_out.path.as_bytes());
        digest.bytes(left_out.kind.name().as_bytes());
        digest.bytes(left_out.cut.reason.name().as_bytes());
        digest.bytes(left_out.cut.rule.as_bytes());
    }
    digest.finish()
}

/// Of the bytes of all files, as a scan has read them. Nothing where that scan is not what every other would be.
pub fn contents_of_scan(entries: &[Entry]) -> Option<Hash> {
    let mut digest = RowDigest::new("contents");
    for file in entries.iter().filter_map(Entry::file) {
        if PASSING.contains(&file.status) {
            return None;
        }
        digest.bytes(&file.content?.sha256);
    }
    Some(digest.finish())
}

/// The same, of what is in the files now. Nothing where one has changed in size, can't be read, or the scan was
/// cancelled.
pub fn contents_now(folder: &Folder, listing: &Listing, context: &ScanContext<'_>) -> Option<Hash> {
    let files: Vec<(&Found, u64)> = listing
        .found
        .iter()
        .filter_map(|each| match &each.what {
            FoundKind::File { size, .. } => Some((each, *size)),
            _ => None,
        })
        .collect();
    let (count, bytes) = listing.files();
    (context.on_event)(ScanEvent::Listed { files: count, bytes });
    let portions: Vec<&[(&Found, u64)]> = files.chunks(PORTION).collect();
    let next = AtomicUsize::new(0);
    let hashed = work_in_threads(context.jobs_for(portions.len() as u64), || {
        let mut hasher = FileHasher::default();
        let mut hashed: Vec<(usize, Vec<Hash>)> = Vec::new();
        while !context.cancelled.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(portion) = portions.get(number) else {
                return Some(hashed);
            };
            let hashes = portion.iter().map(|(each, size)| {
                (context.on_event)(ScanEvent::File { bytes: *size });
                folder.hash(&each.place, *size, &mut hasher)
            });
            match hashes.collect() {
                Some(hashes) => hashed.push((number, hashes)),
                None => {
                    // It is not what it was: the others need not be read.
                    next.store(portions.len(), Ordering::Relaxed);
                    return None;
                }
            }
        }
        None
    });
    let mut hashed: Vec<(usize, Vec<Hash>)> = hashed.into_iter().collect::<Option<Vec<_>>>()?.concat();
    hashed.sort_unstable_by_key(|(number, _)| *number);
    let mut digest = RowDigest::new("contents");
    for hash in hashed.iter().flat_map(|(_, hashes)| hashes) {
        digest.bytes(hash);
    }
    Some(digest.finish())
}
