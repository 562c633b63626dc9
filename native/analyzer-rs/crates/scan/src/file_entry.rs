//! A file before and after it is read and parsed.

use base::languages::kinds::{FileKind, KINDS};
use parse::embedded::embedded_mode;
use parse::engine::ParseMode;
use tree::globs::last_name;
use tree::kind::{has_extension, kind_of_content, kind_of_name};
use tree::location::TreePath;
use tree::read::FileContent;
use tree::roles::RoleFinder;

use super::model::{ContentFacts, FileEntry, FileStatus};

/// A file before it is opened.
pub struct FilePlan<'a> {
    pub path: &'a TreePath,
    pub size: u64,
    /// Why the walk could not read its properties.
    pub reason: Option<&'a str>,
    pub kind: Option<&'static FileKind>,
    /// Its first line may name its language.
    pub may_be_script: bool,
    pub may_be_parsed: bool,
    /// Its nearest `package.json` makes JavaScript a module.
    pub in_module_package: bool,
}

/// The portable engine cannot decode more bytes to a string, for any limit of the user.
const LARGEST_TEXT: u64 = 536_870_888;

/// `max_bytes` as in the options, 0 for no limit.
pub fn parse_limit(max_bytes: u64) -> u64 {
    if max_bytes == 0 {
        LARGEST_TEXT
    } else {
        max_bytes.min(LARGEST_TEXT)
    }
}

pub fn plan_of<'a>(path: &'a TreePath, size: u64, reason: Option<&'a str>) -> FilePlan<'a> {
    let name = last_name(&path.path);
    let kind = kind_of_name(name);
    let may_be_script = kind.is_none() && !has_extension(name);
    FilePlan {
        path,
        size,
        reason,
        kind,
        may_be_script,
        may_be_parsed: kind.map_or(may_be_script, |it| it.parsed),
        in_module_package: false,
    }
}

/// A file that was read: its entry is complete, or lacks the results of parsing.
pub enum ReadFile {
    Complete(FileEntry),
    ToParse(FileEntry, ParseMode<'static>),
}

/// `reading` of the file, with its complete bytes if it may be parsed and is within `limit`; `buffer` has its bytes
/// or its first bytes.
pub fn read_file_entry(
    plan: &FilePlan<'_>,
    reading: Result<FileContent, String>,
    buffer: &[u8],
    roles: &mut RoleFinder,
    limit: u64,
) -> ReadFile {
    let path = &plan.path.path;
    let mut entry = FileEntry {
        size: plan.size,
        content: None,
        language: None,
        dialect: None,
        encoding: None,
        status: FileStatus::Unreadable,
        reason: None,
        roles: Default::default(),
        errors: None,
        facts: None,
    };
    let content = match reading {
        Ok(content) => content,
        Err(reason) => {
            entry.reason = Some(reason);
            set_language(&mut entry, kind_in_package(plan.kind, plan));
            entry.roles = roles.of(path, &[]);
            return ReadFile::Complete(entry);
        }
    };
    let head = &buffer[..content.head];
    let kind = kind_in_package(kind_of_content(plan.kind, plan.may_be_script, head), plan);
    entry.size = content.size;
    entry.content = Some(ContentFacts {
        sha256: content.sha256,
        lines: content.lines,
    });
    entry.roles = roles.of(path, head);
    set_language(&mut entry, kind);
    match kind {
        // A language that is known but not supported decides the status, for any content.
        Some(kind) if !kind.parsed => entry.status = FileStatus::UnsupportedLanguage,
        _ if memchr::memchr(0, head).is_some() => entry.status = FileStatus::Binary,
        None => entry.status = FileStatus::Inventory,
        Some(_) if !content.held => {
            entry.status = FileStatus::TooLarge;
            entry.reason = Some(format!("larger than {limit} bytes"));
        }
        Some(kind) => match parse_mode(kind, buffer) {
            Ok(mode) => {
                entry.language = Some(mode.language);
                entry.dialect = mode.dialect;
                return ReadFile::ToParse(entry, mode);
            }
            Err(unread) => {
                entry.status = FileStatus::UnsupportedLanguage;
                entry.reason = Some(unread);
            }
        },
    }
    ReadFile::Complete(entry)
}

/// The mode in which a file of a parsed language is parsed; an error is the language of the code in a file of another
/// format that is not read.
fn parse_mode(kind: &'static FileKind, bytes: &[u8]) -> Result<ParseMode<'static>, String> {
    if kind.is_host {
        return embedded_mode(&kind.language, bytes);
    }
    Ok(ParseMode {
        language: &kind.language,
        dialect: kind.dialect.as_deref(),
    })
}

fn kind_in_package(kind: Option<&'static FileKind>, plan: &FilePlan<'_>) -> Option<&'static FileKind> {
    let is_plain = |it: &FileKind| it.language == "javascript" && matches!(it.dialect.as_deref(), None | Some("jsx"));
    if plan.in_module_package && kind.is_some_and(is_plain) {
        return KINDS.by_extension.get(".mjs");
    }
    kind
}

fn set_language(entry: &mut FileEntry, kind: Option<&'static FileKind>) {
    entry.language = kind.map(|it| it.language.as_str());
    entry.dialect = kind.and_then(|it| it.dialect.as_deref());
}
