//! Options that every command takes.

use std::ffi::OsString;
use std::thread::available_parallelism;

use crate::errors::AnalyzerError;
use crate::render::terminal::{Detail, TerminalOptions, UNBOUNDED};
use crate::scan::options::ChosenOptions;

use super::words::{Given, MOST, OptionSign, sign};

const MOST_JOBS: u64 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    Auto,
    Always,
    Never,
}

pub struct CommonFlags {
    pub options: ChosenOptions,
    pub detail: Detail,
    pub output: Option<OsString>,
    pub ascii: bool,
    pub color: Color,
    pub strict: bool,
    /// Bits of classes of files.
    pub include: u32,
    pub jobs: Option<usize>,
    pub cache_dir: Option<OsString>,
    /// `analyzer` handed the command over and waits at the other end of a socket.
    pub called_by_analyzer: bool,
}

pub const COMMON: &[OptionSign] = &[
    sign("--detail", Some("<level>")),
    sign("--format", Some("<format>")),
    OptionSign {
        short: Some("-o"),
        long: "--output",
        value: Some("<file>"),
    },
    sign("--ascii", None),
    sign("--color", Some("<when>")),
    sign("--exclude", Some("<glob>")),
    sign("--profile", Some("<name>")),
    sign("--all", None),
    sign("--no-gitignore", None),
    sign("--max-bytes", Some("<n>")),
    sign("--source-root", Some("<dir>")),
    sign("--min-nodes", Some("<n>")),
    sign("--strict", None),
    sign("--cache-dir", Some("<dir>")),
    sign("--jobs", Some("<n>")),
    sign("--called-by-analyzer", None),
];

impl Default for CommonFlags {
    fn default() -> Self {
        Self {
            options: ChosenOptions::default(),
            detail: Detail::Declarations,
            output: None,
            ascii: false,
            color: Color::Auto,
            strict: false,
            include: 0,
            jobs: None,
            cache_dir: None,
            called_by_analyzer: false,
        }
    }
}

impl CommonFlags {
    /// Takes an option of `COMMON`, but for the format, which is each command's own.
    pub fn set(&mut self, given: Given<'_>) -> Result<(), AnalyzerError> {
        let options = &mut self.options;
        match given.name() {
            "--detail" => {
                self.detail = given.choice(&[
                    ("files", Detail::Files),
                    ("declarations", Detail::Declarations),
                    ("full", Detail::Full),
                ])?;
            }
            "--color" => {
                self.color = given.choice(&[
                    ("auto", Color::Auto),
                    ("always", Color::Always),
                    ("never", Color::Never),
                ])?;
            }
            "--profile" => {
                let profile = given.choice(&[("logic", "logic"), ("inventory", "inventory")])?;
                options.profile = Some(profile.to_owned());
            }
            "--output" => self.output = Some(given.value),
            "--ascii" => self.ascii = true,
            "--exclude" => options.exclude.push(given.text()),
            "--all" => options.all = true,
            "--no-gitignore" => options.no_gitignore = true,
            "--max-bytes" => options.max_bytes = Some(given.whole_number(0, MOST)?),
            "--source-root" => options.source_roots.push(given.text()),
            "--min-nodes" => options.min_nodes = Some(given.whole_number(1, MOST)?),
            "--strict" => self.strict = true,
            "--cache-dir" => self.cache_dir = Some(given.value),
            "--called-by-analyzer" => self.called_by_analyzer = true,
            _ => self.jobs = Some(given.whole_number(1, MOST_JOBS)? as usize),
        }
        Ok(())
    }

    /// One a processor if nobody chose.
    pub fn jobs(&self) -> usize {
        self.jobs
            .unwrap_or_else(|| available_parallelism().map_or(1, usize::from).min(MOST_JOBS as usize))
    }

    /// How a view for people is drawn: colour and width are those of the terminal, where one is written to.
    pub fn look(&self, to_terminal: bool) -> TerminalOptions {
        let wants_color = self.color == Color::Auto && to_terminal && wants_color();
        TerminalOptions {
            detail: self.detail,
            ascii: self.ascii,
            color: self.color == Color::Always || wants_color,
            width: width(to_terminal),
            include: self.include,
        }
    }
}

fn wants_color() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

fn width(to_terminal: bool) -> i64 {
    let own = if to_terminal {
        rustix::termios::tcgetwinsize(std::io::stdout()).ok()
    } else {
        None
    };
    let columns = || std::env::var("COLUMNS").ok()?.trim().parse::<i64>().ok();
    own.map(|size| i64::from(size.ws_col))
        .filter(|it| *it > 0)
        .or_else(columns)
        .filter(|it| *it != 0)
        .unwrap_or(UNBOUNDED)
}
