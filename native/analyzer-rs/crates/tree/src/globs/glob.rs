//! One glob, ready to match.

use base::errors::AnalyzerError;

use super::automaton::Automaton;
use super::parse::parse_glob;
use super::pattern::{Pattern, Segment};
use super::program::compile;
use super::spellings::endings;

pub struct Glob {
    /// As written.
    pub source: String,
    pub(super) pattern: Pattern,
    automaton: Automaton,
    /// Every matching string ends with one of these: they exclude most strings without the automaton.
    pub(super) endings: Vec<String>,
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
        let automaton = Automaton::new(compile(&pattern));
        let endings = match pattern.segments.last() {
            Some(Segment::Name(pieces)) => endings(pieces),
            _ => vec![String::new()],
        };
        Ok(Self {
            source: source.to_owned(),
            pattern,
            automaton,
            endings,
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
        self.endings.iter().any(|ending| name.ends_with(ending.as_str()))
            && self.automaton.reads(if self.pattern.anchored { path } else { name })
    }
}

pub fn last_name(path: &str) -> &str {
    &path[path.rfind('/').map_or(0, |at| at + 1)..]
}
