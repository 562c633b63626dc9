//! The entries of this engine in one set of versions, in packs that many processes read and write at the same time: a
//! pack is written by one process, created atomically and never changed.
//!
//! No function fails for the content of the folder or for system errors: they are counted in the report.

use std::fs::remove_file;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};

use base::hex::hex;

use super::cache_file::{list, make_folders, may_be_read_only, remove_abandoned};
use super::entry::{decode_entry, encode_entry};
use super::pack::Pack;
use super::pack_format::{is_pack_name, is_partial_name};
use super::pack_writer::PackWriter;
use super::report::CacheReport;

/// A pack is finished at this size, which limits the loss of a killed process.
const PACK_BYTES: usize = 4 * 1024 * 1024;
/// Smaller packs are merged if there are more than `MAX_SMALL`: each run creates one.
const SMALL_BYTES: u64 = 1024 * 1024;
const MAX_SMALL: usize = 16;
/// Largest data line.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
const NAME_DIGITS: usize = 16;
/// Increased when the format of entries changes.
const FORMAT: u32 = 1;

/// Folder of the entries in one set of versions, in the folder of all spaces; and the name of the set.
pub fn space_folder(cache: &Path, versions: &str) -> (PathBuf, String) {
    let versions = format!("format {FORMAT}, {versions}");
    let name = format!("native-{}", &hex(&Sha256::digest(&versions))[..NAME_DIGITS]);
    (cache.join(name), versions)
}

#[derive(Clone, Copy)]
struct PackRange {
    pack: usize,
    offset: u64,
    length: usize,
}

pub struct CacheSpace {
    folder: PathBuf,
    versions: String,
    most_bytes: usize,
    packs: Vec<Pack>,
    locations: FxHashMap<String, PackRange>,
    state: Mutex<State>,
}

struct State {
    report: CacheReport,
    writer: Option<PackWriter>,
    is_writable: bool,
    /// Number of outcomes in the unfinished pack.
    unfinished: u64,
    /// Keys whose entries were replaced in `places`.
    replaced: FxHashSet<String>,
}

impl CacheSpace {
    /// `cache`: folder of all spaces. `versions` that an entry depends on besides its key.
    pub fn open(cache: &Path, versions: &str) -> Self {
        let (folder, versions) = space_folder(cache, versions);
        let mut space = Self {
            folder,
            versions,
            most_bytes: MAX_BYTES,
            packs: Vec::new(),
            locations: FxHashMap::default(),
            state: Mutex::new(State {
                report: CacheReport::default(),
                writer: None,
                is_writable: true,
                unfinished: 0,
                replaced: FxHashSet::default(),
            }),
        };
        space.load();
        space
    }

    /// With another limit than 64 MiB for a data line.
    pub fn keeping_up_to(self, most_bytes: usize) -> Self {
        Self { most_bytes, ..self }
    }

    /// The data line stored for the key, decoded by `decode`.
    pub fn find<T>(&self, key: &str, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let found = self.look_up(key, decode);
        let mut state = self.state();
        match &found {
            Some(_) => state.report.hits += 1,
            None => state.report.misses += 1,
        }
        found
    }

    /// A further data line of a file. Only `find` counts hits, once for each file.
    pub fn find_part<T>(&self, key: &str, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        self.look_up(key, decode)
    }

    /// For a file that lacks a further data line.
    pub fn count_miss(&self) {
        self.state().report.misses += 1;
    }

    /// Stores a data line for the next run; it is on disk after `finish`.
    pub fn keep(&self, key: &str, data: &[u8]) {
        self.store(key, data, 1);
    }

    /// Stores a further data line of a file. Only `keep` counts writes, once for each file.
    pub fn keep_part(&self, key: &str, data: &[u8]) {
        self.store(key, data, 0);
    }

    fn store(&self, key: &str, data: &[u8], writes: u64) {
        let entry = encode_entry(key, data);
        let mut state = self.state();
        if data.len() > self.most_bytes {
            state.report.skipped_large += 1;
            state.report.add_issue("an entry above 64 MiB is not stored");
        } else if state.is_writable {
            state.unfinished += writes;
            match self.append(&mut state, key, &entry) {
                Ok(()) => {
                    state.replaced.insert(key.to_owned());
                }
                Err(error) => state.refuse(&error),
            }
        }
    }

    /// Finishes the current pack, merges small packs, and repairs or removes damaged and obsolete ones.
    pub fn finish(mut self) -> CacheReport {
        let tidied = {
            let mut state = self.state();
            let ended = self.end_pack(&mut state);
            ended.and_then(|()| {
                if state.is_writable {
                    self.tidy(&mut state)
                } else {
                    Ok(())
                }
            })
        };
        let mut state = self.state();
        if let Err(error) = tidied {
            state.refuse(&error);
        }
        for pack in &self.packs {
            match pack.mark() {
                Err(error) if !may_be_read_only(&error) => state.report.fail("read", &error),
                _ => {}
            }
        }
        drop(state);
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.report)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_up<T>(&self, key: &str, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let location = self.locations.get(key)?;
        let pack = &self.packs[location.pack];
        let bytes = match pack.read(location.offset, location.length) {
            Ok(bytes) => bytes,
            // Another process replaced it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                self.state().report.fail("read", &error);
                return None;
            }
        };
        let issue = match decode_entry(key, &bytes).map(decode) {
            Some(Some(found)) => {
                pack.note_use();
                return Some(found);
            }
            Some(None) => "an entry is of another form",
            None => "an entry is damaged",
        };
        pack.distrust();
        let mut state = self.state();
        state.report.invalid(issue);
        state.replaced.insert(key.to_owned());
        None
    }

    fn load(&mut self) {
        let names = match list(&self.folder) {
            Ok(names) => names,
            // There is no cache yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => return self.state().report.fail("read", &error),
        };
        for name in names {
            let path = self.folder.join(&name);
            if is_pack_name(&name) {
                self.load_pack(path);
            } else if is_partial_name(&name) {
                remove_abandoned(&path);
            }
        }
    }

    fn load_pack(&mut self, path: PathBuf) {
        let mut pack = Pack::new(path);
        let entries = match pack.entries(&self.versions) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => return self.state().report.fail("read", &error),
        };
        if pack.is_damaged() {
            self.state().report.invalid("a pack is damaged");
        }
        let number = self.packs.len();
        self.packs.push(pack);
        for it in entries {
            let location = PackRange {
                pack: number,
                offset: it.offset,
                length: it.length,
            };
            if let Some(before) = self.locations.insert(it.key, location) {
                self.packs[before.pack].live -= 1;
            }
            self.packs[number].live += 1;
        }
    }

    fn append(&self, state: &mut State, key: &str, entry: &[u8]) -> io::Result<()> {
        let writer = match &mut state.writer {
            Some(writer) => writer,
            none => {
                make_folders(&self.folder)?;
                none.insert(PackWriter::new(&self.folder)?)
            }
        };
        writer.add(key, entry)?;
        if writer.size >= PACK_BYTES {
            self.end_pack(state)
        } else {
            Ok(())
        }
    }

    fn end_pack(&self, state: &mut State) -> io::Result<()> {
        if let Some(writer) = state.writer.take() {
            writer.finish(&self.versions)?;
            state.report.writes += std::mem::take(&mut state.unfinished);
        }
        Ok(())
    }

    fn tidy(&self, state: &mut State) -> io::Result<()> {
        let mut live: Vec<usize> = self.packs.iter().map(|it| it.live).collect();
        for location in state.replaced.iter().filter_map(|key| self.locations.get(key)) {
            live[location.pack] -= 1;
        }
        let is_small = |pack: &Pack| pack.size < SMALL_BYTES;
        let too_many = self.packs.iter().filter(|pack| is_small(pack)).count() > MAX_SMALL;
        let goes: Vec<bool> = self
            .packs
            .iter()
            .zip(live)
            .map(|(pack, live)| live == 0 || pack.is_damaged() || (too_many && is_small(pack)))
            .collect();
        for (key, location) in &self.locations {
            if goes[location.pack] && !state.replaced.contains(key) {
                let entry = self.packs[location.pack].read(location.offset, location.length)?;
                if decode_entry(key, &entry).is_some() {
                    self.append(state, key, &entry)?;
                }
            }
        }
        self.end_pack(state)?;
        for (pack, _) in self.packs.iter().zip(goes).filter(|(_, goes)| *goes) {
            match remove_file(&pack.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

impl State {
    /// After an error no further entry is written, and the unfinished pack is removed.
    fn refuse(&mut self, error: &io::Error) {
        self.report.fail("write", error);
        self.is_writable = false;
        self.unfinished = 0;
        self.writer = None;
    }
}
