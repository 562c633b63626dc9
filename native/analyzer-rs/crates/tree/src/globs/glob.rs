//! One glob, ready to match.

use std::cell::OnceCell;

use base::errors::AnalyzerError;

use super::automaton::Automaton;
use super::parse::parse_glob;
use super::pattern::{Pattern, Segment};
use super::program::compile;
use super::spellings::{endings, spellings, starts};

pub struct Glob {
    /// As written.
    pub source: String,
    pub(super) pattern: Pattern,
    /// Made when it is first needed: the other members exclude most strings.
    automaton: OnceCell<Automaton>,
    /// Every matching string ends with one of these: they exclude most strings without the automaton.
    pub(super) endings: Vec<String>,
    /// Every matching string begins with one of these.
    starts: Vec<String>,
    /// Folders of which every matching path has one of each list, with a slash after them.
    folders: Vec<Vec<String>>,
}

impl Glob {
    /// `location`: where the glob was written, for the message: `--exclude`, `.analyzerignore:3`. Fails with `usage`
    /// if the source is not a valid glob.
    pub fn new(source: &str, location: &str) -> Result<Self, AnalyzerError> {
        let pattern = parse_glob(source).map_err(|problem| {
            AnalyzerError::usage(format!("{location}: the glob '{source}' {problem}")).hint(
                "Globs consist of * and ? (not /), ** as a complete segment, [a-z], [!a] and {a,b}; a trailing / matches directories.",
            )
        })?;
        let endings = match pattern.segments.last() {
            Some(Segment::Name(pieces)) => endings(pieces),
            _ => vec![String::new()],
        };
        let starts = match pattern.segments.first() {
            Some(Segment::Name(pieces)) => starts(pieces),
            _ => vec![String::new()],
        };
        let folders = folders_of(&pattern);
        Ok(Self {
            source: source.to_owned(),
            pattern,
            automaton: OnceCell::new(),
            endings,
            starts,
            folders,
        })
    }

    /// A glob of the shared data.
    ///
    /// # Panics
    /// if it is not a valid glob
    pub fn known(source: &str) -> Self {
        Self::new(source, "languages").expect("a test reads the globs of the shared data")
    }

    /// `path` below the root, `/` as separator, none at its ends.
    pub fn matches(&self, path: &str, is_directory: bool) -> bool {
        if self.pattern.directory && !is_directory {
            return false;
        }
        let name = last_name(path);
        let text = if self.pattern.anchored { path } else { name };
        self.endings.iter().any(|it| name.ends_with(it.as_str()))
            && self.starts.iter().any(|it| text.starts_with(it.as_str()))
            && self
                .folders
                .iter()
                .all(|list| list.iter().any(|it| text.contains(it.as_str())))
            && self
                .automaton
                .get_or_init(|| Automaton::new(compile(&self.pattern)))
                .reads(text)
    }
}

fn folders_of(pattern: &Pattern) -> Vec<Vec<String>> {
    let (_, folders) = pattern.segments.split_last().unwrap_or((&Segment::AnyDepth, &[]));
    let named = folders.iter().filter_map(|it| match it {
        Segment::Name(pieces) => Some(spellings(pieces)),
        Segment::AnyDepth => None,
    });
    let known = named.filter(|names| !names.is_empty());
    known
        .map(|names| names.into_iter().map(|it| it + "/").collect())
        .collect()
}

pub fn last_name(path: &str) -> &str {
    &path[path.rfind('/').map_or(0, |at| at + 1)..]
}
