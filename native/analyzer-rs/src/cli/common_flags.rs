//! Options of every command.

use std::ffi::OsString;
use std::thread::available_parallelism;

use clap::Args;

use render::terminal::{Detail, TerminalOptions, UNBOUNDED};
use scan::options::ChosenOptions;

use super::values::{Kinds, choice, copy_nodes, group_kinds, text, whole_number, whole_number_from};

const MAX_JOBS: u64 = 64;

const DETAILS: &[(&str, Detail)] = &[
    ("files", Detail::Files),
    ("declarations", Detail::Declarations),
    ("full", Detail::Full),
];
const COLORS: &[(&str, Color)] = &[
    ("auto", Color::Auto),
    ("always", Color::Always),
    ("never", Color::Never),
];
const PROFILES: &[(&str, &str)] = &[("logic", "logic"), ("inventory", "inventory")];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Args)]
pub struct CommonFlags {
    #[arg(long, value_name = "level", value_parser = choice(DETAILS))]
    pub detail: Option<Detail>,
    #[arg(short, long, value_name = "file")]
    pub output: Option<OsString>,
    #[arg(long)]
    ascii: bool,
    #[arg(long, value_name = "when", default_value = "auto", value_parser = choice(COLORS))]
    color: Color,
    #[arg(long, value_name = "glob", value_parser = text())]
    exclude: Vec<String>,
    #[arg(long, value_name = "name", value_parser = choice(PROFILES))]
    profile: Option<&'static str>,
    #[arg(long)]
    all: bool,
    #[arg(long)]
    no_gitignore: bool,
    #[arg(long)]
    no_config: bool,
    #[arg(long = "test-glob", value_name = "glob", value_parser = text())]
    test_globs: Vec<String>,
    #[arg(long = "generated-glob", value_name = "glob", value_parser = text())]
    generated_globs: Vec<String>,
    #[arg(long, value_name = "n", value_parser = whole_number_from(0))]
    max_bytes: Option<u64>,
    #[arg(long = "source-root", value_name = "dir", value_parser = text())]
    source_roots: Vec<String>,
    #[arg(long, value_name = "n", value_parser = whole_number_from(1))]
    min_nodes: Option<u64>,
    #[arg(long = "min-near", value_name = "n", value_parser = copy_nodes())]
    min_near_nodes: Option<u64>,
    #[arg(long = "min-block", value_name = "n", value_parser = copy_nodes())]
    min_block_nodes: Option<u64>,
    #[arg(long = "min-block-shape", value_name = "n", value_parser = copy_nodes())]
    min_block_shape_nodes: Option<u64>,
    #[arg(long, value_name = "kinds", value_parser = group_kinds())]
    kinds: Option<Kinds>,
    #[arg(long)]
    pub strict: bool,
    #[arg(long, value_name = "dir")]
    pub cache_dir: Option<OsString>,
    #[arg(long, value_name = "n", value_parser = whole_number(1, MAX_JOBS))]
    jobs: Option<u64>,
    /// `analyzer` started this process and waits at the other end of a socket.
    #[arg(long)]
    pub called_by_analyzer: bool,
}

impl CommonFlags {
    pub fn options(&self) -> ChosenOptions {
        ChosenOptions {
            profile: self.profile.map(str::to_owned),
            all: self.all,
            no_gitignore: self.no_gitignore,
            no_config: self.no_config,
            exclude: self.exclude.clone(),
            test_globs: self.test_globs.clone(),
            generated_globs: self.generated_globs.clone(),
            source_roots: self.source_roots.clone(),
            max_bytes: self.max_bytes,
            min_nodes: self.min_nodes,
            min_near_nodes: self.min_near_nodes,
            min_block_nodes: self.min_block_nodes,
            min_block_shape_nodes: self.min_block_shape_nodes,
            kinds: self.kinds.as_ref().map(|Kinds(kinds)| kinds.clone()),
        }
    }

    /// By default the number of processors.
    pub fn jobs(&self) -> usize {
        let processors = || available_parallelism().map_or(1, usize::from).min(MAX_JOBS as usize);
        self.jobs.map_or_else(processors, |jobs| jobs as usize)
    }

    /// Options of a terminal view: colour and width are those of the terminal if the view is written to one.
    pub fn terminal_options(&self, to_terminal: bool) -> TerminalOptions {
        let wants_color = self.color == Color::Auto && to_terminal && wants_color();
        TerminalOptions {
            detail: self.detail,
            path: ".".to_owned(),
            ascii: self.ascii,
            color: self.color == Color::Always || wants_color,
            width: width(to_terminal),
            include: 0,
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
