//! Creates an entry of each found path: reads and hashes every file and parses those of a parsed language.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use base::board::Task;
use base::errors::{AnalyzerError, TOO_MANY_OPEN_FILES};
use base::hex::{hex, unhex};
use base::watch;
use parse::Parser;
use parse::cache::outcome_line::{CachedOutcome, decode_outcome, encode_outcome};
use parse::cache::space::CacheSpace;
use parse::elements::element_block::ElementBlock;
use parse::elements::stored_block::StoredBlock;
use parse::engine::{Parse, ParseMode, ParseOutcome, ParserOptions};
use parse::fact_store::FactStore;
use parse::facts::{ErrorRanges, FileFacts, Hash};
use parse::token_block::token_block;
use syntax::adapters::arena::{hold_heaps, release_heaps};
use syntax::reuse::empty;
use tree::gitignore::git_attributes::GitAttributes;
use tree::roles::{ChosenRoles, RoleFinder};
use tree::source::TreeSource;
use tree::walk::{Found, FoundKind};

use super::context::ScanEvent;
use super::file_entry::{FilePlan, ReadFile, parse_limit, plan_of, read_file_entry};
use super::model::{Entry, EntryKind, FileEntry, FileStatus};
use super::module_packages::ModulePackages;
use super::workers::work_in_threads;

pub struct ReadingContext<'a> {
    pub jobs: usize,
    pub cache: Option<&'a CacheSpace>,
    /// Of the options; 0 for no limit.
    pub max_bytes: u64,
    /// Globs of classes that the user chose.
    pub roles: ChosenRoles<'a>,
    /// Of the project.
    pub attributes: &'a GitAttributes,
    pub parser: ParserOptions,
    /// Receives the token records and element blocks of each file; its parsers must return the records.
    pub block_sink: Option<&'a dyn BlockSink>,
    /// Whether the n-grams of a file are needed too; a file from the cache has none.
    pub wants_grams: &'a (dyn Fn(&str) -> bool + Sync),
    pub outcomes: &'a KnownOutcomes,
    pub on_event: &'a (dyn Fn(ScanEvent) + Sync),
}

/// Parsed content: files of equal content and language are parsed once, and share their facts, also those of two projects
/// that are read with the same parser options.
#[derive(Default)]
pub struct KnownOutcomes {
    parsed: Mutex<Outcomes>,
    lists: FactStore,
}

/// The bytes of a file with the mode in which they are parsed.
#[derive(Clone, Copy)]
pub struct ParsedSource<'a> {
    pub bytes: &'a [u8],
    pub mode: ParseMode<'a>,
}

/// Receives the token records and element blocks of files, so that facts do not contain them.
pub trait BlockSink: Sync {
    /// The facts are not moved afterwards. `tokens` is from `token_block`, empty if no function has a record; `elements`
    /// is empty if they are not requested.
    fn add(&self, source: ParsedSource<'_>, facts: &FileFacts, tokens: &[u8], elements: &[u8]);
}

/// The result has the order of `found`, for any order in which workers finish. `new_parser` creates one parser for each
/// worker. Fails with `cancelled`, and with `too_many_open_files` if a file could not be opened for that reason.
pub fn read_entries_by<P: Parse>(
    source: &dyn TreeSource,
    found: &[Found],
    context: &ReadingContext<'_>,
    new_parser: &(dyn Fn() -> P + Sync),
) -> Result<Vec<Entry>, AnalyzerError> {
    let packages = ModulePackages::read(source, found);
    let tasks = tasks_of(found, &packages);
    let own = AtomicUsize::new(0);
    let (stage, next) = match watch::next_stage() {
        Some((stage, next)) => (Some(stage), next),
        None => (None, &own),
    };
    let shared = Shared {
        source,
        tasks: &tasks,
        stage,
        next,
        context,
    };
    hold_heaps();
    let read = work_in_threads(context.jobs, || Worker::new(&shared, new_parser()).run());
    release_heaps();
    if context.parser.cancelled.load(Ordering::Relaxed) {
        return Err(AnalyzerError::cancelled());
    }
    let mut files: Vec<Option<Box<FileEntry>>> = found.iter().map(|_| None).collect();
    for (index, mut entry) in read.into_iter().flatten() {
        // The next run would read other files.
        if entry.reason.as_deref() == Some(TOO_MANY_OPEN_FILES) {
            return Err(AnalyzerError::too_many_open_files());
        }
        if let Some(problem) = packages.problem(&found[index].path.path) {
            entry.reason.get_or_insert_with(|| problem.to_owned());
        }
        files[index] = Some(entry);
    }
    Ok(found
        .iter()
        .zip(files)
        .map(|(each, file)| entry_of(each, file))
        .collect())
}

/// The files of a project in the order in which they are read, each with its index in the found paths.
fn tasks_of<'a>(found: &'a [Found], packages: &ModulePackages<'_>) -> Vec<(usize, FilePlan<'a>)> {
    let mut tasks: Vec<(usize, FilePlan<'a>)> = Vec::new();
    for (index, each) in found.iter().enumerate() {
        if let FoundKind::File { size, reason } = &each.what {
            let mut plan = plan_of(&each.path, *size, reason.as_deref());
            plan.in_module_package = packages.decides(each);
            tasks.push((index, plan));
        }
    }
    // Parsed files first, and of them the largest first, so that no large file is parsed alone at the end. Small ones
    // are ordered by language, since the tables of two grammars evict each other from the cache, and then by path, as
    // all later passes are: so data that is read together is together in memory.
    let language = |plan: &FilePlan<'_>| plan.kind.map(|it| it.language.as_str());
    let rank = |plan: &FilePlan<'_>| (plan.may_be_parsed, plan.size / SMALL, language(plan));
    tasks.sort_by(|(a, left), (b, right)| rank(right).cmp(&rank(left)).then(a.cmp(b)));
    tasks
}

/// Files with fewer bytes take the same time.
const SMALL: u64 = 1 << 12;

type Outcomes = FxHashMap<(Hash, ParseMode<'static>), Parsed>;

struct Shared<'a> {
    source: &'a dyn TreeSource,
    tasks: &'a [(usize, FilePlan<'a>)],
    /// The project's number, in a supervised process.
    stage: Option<usize>,
    next: &'a AtomicUsize,
    context: &'a ReadingContext<'a>,
}

/// Parses files of a project and discards the results, to find out whether the process survives each.
pub struct Trial<'a> {
    stage: usize,
    source: &'a dyn TreeSource,
    tasks: Vec<(usize, FilePlan<'a>)>,
    max_bytes: u64,
    parser: Parser,
    buffer: Vec<u8>,
    roles: RoleFinder,
}

impl<'a> Trial<'a> {
    /// `stage`: the project's number; `max_bytes` of the options.
    pub fn new(stage: usize, source: &'a dyn TreeSource, found: &'a [Found], max_bytes: u64) -> Self {
        let all = ParserOptions {
            tokens: true,
            grams: true,
            elements: true,
            ..ParserOptions::default()
        };
        Self {
            stage,
            source,
            tasks: tasks_of(found, &ModulePackages::read(source, found)),
            max_bytes,
            parser: Parser::new(all),
            buffer: Vec::new(),
            roles: RoleFinder::new(ChosenRoles::default()),
        }
    }

    /// A file by its index in the order in which the project is read. Returns whether there is such a file.
    pub fn parse(&mut self, number: usize) -> bool {
        let Some((_, plan)) = self.tasks.get(number) else {
            return false;
        };
        if !plan.may_be_parsed || plan.reason.is_some() {
            return true;
        }
        let limit = parse_limit(self.max_bytes);
        empty(&mut self.buffer);
        let reading = self.source.read(plan.path, limit, &mut self.buffer);
        if let ReadFile::ToParse(entry, mode) = read_file_entry(plan, reading, &self.buffer, &mut self.roles, limit) {
            let stage = self.stage;
            let sha256 = entry.content.map(|it| it.sha256).unwrap_or_default();
            if watch::verdict_of(&sha256, mode, Some(Task { stage, number })).is_none() {
                self.parser.parse(&plan.path.path, &self.buffer, mode);
            }
        }
        true
    }
}

/// The results of parsing for an entry.
#[derive(Clone)]
struct Parsed {
    status: FileStatus,
    facts: Option<Arc<FileFacts>>,
    /// Data of only few files.
    others: Option<Box<Others>>,
}

#[derive(Clone, Default)]
struct Others {
    encoding: Option<String>,
    reason: Option<String>,
    errors: Option<ErrorRanges>,
}

struct Worker<'a, P> {
    shared: &'a Shared<'a>,
    parser: P,
    buffer: Vec<u8>,
    roles: RoleFinder,
    /// Being parsed, in a supervised process.
    task: Option<Task>,
}

impl<'a, P: Parse> Worker<'a, P> {
    fn new(shared: &'a Shared<'a>, parser: P) -> Self {
        Self {
            shared,
            parser,
            buffer: Vec::new(),
            roles: RoleFinder::new(shared.context.roles),
            task: None,
        }
    }

    fn run(mut self) -> Vec<(usize, Box<FileEntry>)> {
        let Shared {
            tasks,
            stage,
            next,
            context,
            ..
        } = self.shared;
        let mut read = Vec::new();
        while !context.parser.cancelled.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((index, plan)) = tasks.get(number) else {
                break;
            };
            self.task = stage.map(|stage| Task { stage, number });
            let entry = Box::new(self.read(plan));
            watch::done(entry.size);
            (context.on_event)(ScanEvent::File { bytes: entry.size });
            read.push((*index, entry));
        }
        read
    }

    fn read(&mut self, plan: &FilePlan<'_>) -> FileEntry {
        let limit = parse_limit(self.shared.context.max_bytes);
        empty(&mut self.buffer);
        let reading = match plan.reason {
            Some(reason) => Err(reason.to_owned()),
            None => {
                let hold_up_to = if plan.may_be_parsed { limit } else { 0 };
                self.shared.source.read(plan.path, hold_up_to, &mut self.buffer)
            }
        };
        match read_file_entry(plan, reading, &self.buffer, &mut self.roles, limit) {
            ReadFile::Complete(entry) => self.with_attributes(plan, entry),
            ReadFile::ToParse(mut entry, mode) => {
                let parsed = self.parse(
                    &plan.path.path,
                    entry.content.map(|it| it.sha256).unwrap_or_default(),
                    mode,
                );
                entry.status = parsed.status;
                entry.facts = parsed.facts;
                if let Some(others) = parsed.others {
                    entry.encoding = others.encoding;
                    entry.reason = others.reason;
                    entry.errors = others.errors;
                }
                self.with_attributes(plan, entry)
            }
        }
    }

    fn with_attributes(&self, plan: &FilePlan<'_>, mut entry: FileEntry) -> FileEntry {
        if let Some(is_generated) = self.shared.context.attributes.is_generated(plan.path) {
            entry.roles.is_generated = is_generated;
        }
        entry
    }

    fn parse(&mut self, path: &str, sha256: Hash, mode: ParseMode<'static>) -> Parsed {
        let outcomes = || {
            self.shared
                .context
                .outcomes
                .parsed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(parsed) = outcomes().get(&(sha256, mode)) {
            return parsed.clone();
        }
        let mut parsed = match watch::verdict_of(&sha256, mode, self.task) {
            Some(verdict) => parsed_of(verdict.into()),
            None => self
                .recall(sha256, mode)
                .unwrap_or_else(|key| self.parse_anew(path, key, mode)),
        };
        if let Some(facts) = parsed.facts.as_mut().and_then(Arc::get_mut) {
            self.shared.context.outcomes.lists.store(facts);
        }
        outcomes().entry((sha256, mode)).or_insert(parsed).clone()
    }

    /// An outcome from the cache, or the key under which to store it; `None` without a cache.
    fn recall(&self, sha256: Hash, mode: ParseMode<'static>) -> Result<Parsed, Option<String>> {
        let ReadingContext {
            cache,
            parser,
            block_sink,
            ..
        } = self.shared.context;
        let cache = cache.ok_or(None)?;
        let key = key_of(sha256, mode);
        let elements = parser
            .elements
            .then(|| cache.find_part(&elements_key(&key), decode_elements));
        let tokens = block_sink.map(|sink| (sink, cache.find_part(&tokens_key(&key), unhex)));
        if matches!(elements, Some(None)) || matches!(tokens, Some((_, None))) {
            cache.count_miss();
            return Err(Some(key));
        }
        let Some(CachedOutcome { mut facts, encoding }) = cache.find(&key, |data| decode_outcome(data).ok()) else {
            return Err(Some(key));
        };
        let elements = elements.flatten();
        let bytes = &self.buffer[..];
        let source = ParsedSource { bytes, mode };
        let facts = if let Some((sink, Some(block))) = tokens {
            let facts = Arc::new(facts);
            sink.add(source, &facts, &block, elements.as_deref().unwrap_or_default());
            facts
        } else {
            facts.elements = elements.map(StoredBlock::Held);
            Arc::new(facts)
        };
        Ok(parsed_of(if facts.errors.is_some() {
            ParseOutcome::Partial { facts, encoding }
        } else {
            ParseOutcome::Analyzed { facts, encoding }
        }))
    }

    fn parse_anew(&mut self, path: &str, key: Option<String>, mode: ParseMode<'static>) -> Parsed {
        let ReadingContext {
            cache,
            parser,
            block_sink,
            wants_grams,
            ..
        } = self.shared.context;
        self.parser.hand_out_grams(wants_grams(path));
        self.parser.include_elements(parser.elements);
        let mut outcome = self.parser.parse(path, &self.buffer, mode);
        let bytes = &self.buffer[..];
        let source = ParsedSource { bytes, mode };
        let taken = block_sink.and_then(|sink| take_blocks(source, &mut outcome, sink));
        let parsed = parsed_of(outcome);
        if let (Some(cache), Some(key), Some(facts)) = (cache, key, &parsed.facts) {
            let encoding = parsed.others.as_ref().and_then(|it| it.encoding.as_deref());
            cache.keep(&key, &encode_outcome(facts, encoding));
            let (tokens, elements) = taken.map_or((None, None), |it| (Some(it.tokens), it.elements));
            let held = facts.elements.as_ref().and_then(StoredBlock::held);
            if let Some(elements) = elements.as_deref().or(held) {
                cache.keep_part(&elements_key(&key), hex(elements).as_bytes());
            }
            if let Some(tokens) = &tokens {
                cache.keep_part(&tokens_key(&key), hex(tokens).as_bytes());
            }
        }
        parsed
    }
}

/// Blocks that facts do not contain.
struct TakenBlocks {
    tokens: Vec<u8>,
    elements: Option<Vec<u8>>,
}

/// Moves the token records and the element block of new facts to the sink; `None` for an outcome without facts.
fn take_blocks(source: ParsedSource<'_>, outcome: &mut ParseOutcome, sink: &dyn BlockSink) -> Option<TakenBlocks> {
    let (ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. }) = outcome else {
        return None;
    };
    let facts = Arc::get_mut(facts).expect("new facts have a single owner");
    let records = facts.tokens.take().unwrap_or_default();
    let tokens = token_block(&facts.declarations, &records);
    let elements = match facts.elements.take() {
        Some(StoredBlock::Held(block)) => Some(block),
        _ => None,
    };
    sink.add(source, facts, &tokens, elements.as_deref().unwrap_or_default());
    Some(TakenBlocks { tokens, elements })
}

/// Element blocks and token blocks are separate entries: most readers of the facts do not need them.
fn elements_key(key: &str) -> String {
    format!("{key} elements")
}

fn tokens_key(key: &str) -> String {
    format!("{key} tokens")
}

/// `None` for a line that is not a block in hex digits.
fn decode_elements(line: &[u8]) -> Option<Vec<u8>> {
    let bytes = unhex(line)?;
    ElementBlock::decode(&bytes)?;
    Some(bytes)
}

fn key_of(sha256: Hash, mode: ParseMode<'_>) -> String {
    let mut key = hex(&sha256);
    for part in [Some(mode.language), mode.dialect].into_iter().flatten() {
        key.push(' ');
        key.push_str(part);
    }
    key
}

fn parsed_of(outcome: ParseOutcome) -> Parsed {
    let read = |status, facts, encoding: Option<String>| Parsed {
        status,
        facts: Some(facts),
        others: encoding.map(|encoding| {
            Box::new(Others {
                encoding: Some(encoding),
                ..Others::default()
            })
        }),
    };
    let without_facts = |status, others| Parsed {
        status,
        facts: None,
        others: Some(Box::new(others)),
    };
    let failed = |status, reason| {
        let reason = Some(reason);
        without_facts(
            status,
            Others {
                reason,
                ..Others::default()
            },
        )
    };
    match outcome {
        ParseOutcome::Analyzed { facts, encoding } => read(FileStatus::Analyzed, facts, encoding),
        ParseOutcome::Partial { facts, encoding } => read(FileStatus::Partial, facts, encoding),
        ParseOutcome::SyntaxError { errors, encoding } => without_facts(
            FileStatus::SyntaxError,
            Others {
                errors: Some(errors),
                encoding,
                ..Others::default()
            },
        ),
        ParseOutcome::UnsupportedLanguage { reason } => failed(FileStatus::UnsupportedLanguage, reason),
        ParseOutcome::MissingParser { reason } => failed(FileStatus::MissingParser, reason),
        ParseOutcome::Undecodable { reason } => failed(FileStatus::Undecodable, reason),
        ParseOutcome::Timeout { reason } => failed(FileStatus::Timeout, reason),
        ParseOutcome::ParserFailed { reason } => failed(FileStatus::ParserFailed, reason),
    }
}

fn entry_of(found: &Found, file: Option<Box<FileEntry>>) -> Entry {
    let what = match (&found.what, file) {
        (FoundKind::Directory { reason }, _) => EntryKind::Directory {
            unreadable: reason.clone(),
        },
        (FoundKind::Special { reason }, _) => EntryKind::Special {
            unreadable: reason.clone(),
        },
        (FoundKind::Symlink { target }, _) => EntryKind::Symlink { target: target.clone() },
        (FoundKind::File { .. }, file) => EntryKind::File(file.expect("every file was read")),
    };
    Entry {
        path: found.path.path.clone(),
        name_lossy: found.path.raw.is_some(),
        what,
    }
}
