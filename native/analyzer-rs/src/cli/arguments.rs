//! What a command line asks for.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::errors::AnalyzerError;
use crate::render::terminal::Detail;
use crate::scan::options::ChosenOptions;
use crate::tree::names::show_text;

use super::similar::suggest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Terminal,
    Json,
    Dot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// What is asked of `scan`.
pub struct ScanFlags {
    pub path: OsString,
    pub options: ChosenOptions,
    pub detail: Detail,
    pub format: Format,
    pub output: Option<OsString>,
    pub ascii: bool,
    pub color: Color,
    pub strict: bool,
    pub jobs: Option<usize>,
    pub cache_dir: Option<OsString>,
}

pub enum Asked {
    Version,
    RootHelp,
    ScanHelp,
    Scan(Box<ScanFlags>),
    Hello,
    Serve { tokens: bool },
}

const COMMANDS: [&str; 2] = ["scan", "help"];

/// An option of `scan`: its spellings, and how its value is written in messages.
struct OptionSign {
    short: Option<&'static str>,
    long: &'static str,
    value: Option<&'static str>,
}

const fn sign(long: &'static str, value: Option<&'static str>) -> OptionSign {
    OptionSign {
        short: None,
        long,
        value,
    }
}

const OPTIONS: [OptionSign; 13] = [
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
    sign("--max-bytes", Some("<n>")),
    sign("--source-root", Some("<dir>")),
    sign("--min-nodes", Some("<n>")),
    sign("--strict", None),
    sign("--cache-dir", Some("<dir>")),
];
const JOBS: OptionSign = sign("--jobs", Some("<n>"));

/// The largest whole number that is exact in the other engine.
const MOST: u64 = (1 << 53) - 1;

/// `args`: what stands behind the program's name, not empty.
pub fn read_arguments(args: Vec<OsString>) -> Result<Asked, AnalyzerError> {
    let before_dashes = || args.iter().take_while(|it| *it != "--");
    if before_dashes().any(|it| it == "-V" || it == "--version") {
        return Ok(Asked::Version);
    }
    let first = args[0].clone();
    let shown = show_text(first.as_bytes());
    match shown.as_str() {
        "-h" | "--help" => Ok(Asked::RootHelp),
        "help" => match args.get(1) {
            Some(command) if command == "scan" => Ok(Asked::ScanHelp),
            _ => Ok(Asked::RootHelp),
        },
        "scan" => read_scan(args[1..].to_vec()),
        // For the other engine's command line; no person types them.
        "hello" if args.len() == 1 => Ok(Asked::Hello),
        "serve" if args.len() == 1 => Ok(Asked::Serve { tokens: false }),
        "serve" if args.len() == 2 && args[1] == "--tokens" => Ok(Asked::Serve { tokens: true }),
        _ if is_path(&first) => read_scan(args),
        _ => Err(match suggest(&shown, &COMMANDS) {
            Some(suggestion) => AnalyzerError::usage(format!("unknown command '{shown}'")).hint(suggestion),
            // It may have been meant as a folder.
            None => AnalyzerError::not_found("folder or command", &shown),
        }),
    }
}

/// Lets `analyzer-rs <path>` and `analyzer-rs --detail full <path>` mean `analyzer-rs scan …`.
fn is_path(word: &OsStr) -> bool {
    word.as_bytes().starts_with(b"-") || word.as_bytes().contains(&b'/') || Path::new(word).exists()
}

fn usage(problem: String) -> AnalyzerError {
    AnalyzerError::usage(problem).hint("See `analyzer-rs scan --help`.")
}

fn read_scan(args: Vec<OsString>) -> Result<Asked, AnalyzerError> {
    let mut flags = ScanFlags {
        path: OsString::new(),
        options: ChosenOptions::default(),
        detail: Detail::Declarations,
        format: Format::Terminal,
        output: None,
        ascii: false,
        color: Color::Auto,
        strict: false,
        jobs: None,
        cache_dir: None,
    };
    let mut paths: Vec<OsString> = Vec::new();
    let mut unknown: Option<String> = None;
    let mut help = false;
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        let shown = show_text(arg.as_bytes());
        if shown == "--" {
            paths.extend(args.by_ref());
        } else if shown == "-h" || shown == "--help" {
            help = true;
        } else if let Some((option, attached)) = option_of(&arg) {
            let value = match (option.value, attached) {
                (None, _) => OsString::new(),
                (Some(_), Some(attached)) => attached,
                (Some(value), None) => args
                    .next()
                    .ok_or_else(|| usage(format!("option '{}' argument missing", written(option, value))))?,
            };
            set(&mut flags, option, value)?;
        } else if arg.len() > 1 && shown.starts_with('-') {
            unknown.get_or_insert(shown);
        } else {
            paths.push(arg);
        }
    }
    if help {
        return Ok(Asked::ScanHelp);
    }
    if let Some(unknown) = unknown {
        let error = usage(format!("unknown option '{unknown}'"));
        let longs: Vec<&str> = OPTIONS
            .iter()
            .chain([&JOBS])
            .map(|it| it.long)
            .chain(["--help"])
            .collect();
        let suggestion = if unknown.starts_with("--") {
            suggest(&unknown, &longs)
        } else {
            None
        };
        return Err(match suggestion {
            Some(suggestion) => error.hint(suggestion),
            None => error,
        });
    }
    let count = paths.len();
    flags.path = match paths.into_iter().next() {
        None => return Err(usage("missing required argument 'path'".to_owned())),
        Some(_) if count > 1 => {
            return Err(usage(format!(
                "too many arguments for 'scan'. Expected 1 argument but got {count}."
            )));
        }
        Some(path) => path,
    };
    Ok(Asked::Scan(Box::new(flags)))
}

/// The option that a word names, and a value that stands in the same word: `--jobs=2`, `-oscan.json`.
fn option_of(word: &OsStr) -> Option<(&'static OptionSign, Option<OsString>)> {
    let bytes = word.as_bytes();
    let all = || OPTIONS.iter().chain([&JOBS]);
    if let Some(option) =
        all().find(|it| bytes == it.long.as_bytes() || it.short.is_some_and(|it| bytes == it.as_bytes()))
    {
        return Some((option, None));
    }
    let attached = |option: &'static OptionSign, length: usize| {
        Some((option, Some(OsStr::from_bytes(&bytes[length..]).to_owned())))
    };
    for option in all().filter(|it| it.value.is_some()) {
        if let Some(short) = option.short.filter(|it| bytes.starts_with(it.as_bytes())) {
            return attached(option, short.len());
        }
        if bytes
            .strip_prefix(option.long.as_bytes())
            .is_some_and(|rest| rest.starts_with(b"="))
        {
            return attached(option, option.long.len() + 1);
        }
    }
    None
}

fn written(option: &OptionSign, value: &str) -> String {
    option.short.map_or_else(
        || format!("{} {value}", option.long),
        |short| format!("{short}, {} {value}", option.long),
    )
}

fn set(flags: &mut ScanFlags, option: &OptionSign, value: OsString) -> Result<(), AnalyzerError> {
    let text = show_text(value.as_bytes());
    let options = &mut flags.options;
    let name = || written(option, option.value.unwrap_or(""));
    let whole = |least: u64, most: u64| whole_number(&text, least, most, &name());
    match option.long {
        "--detail" => {
            let choices = [
                ("files", Detail::Files),
                ("declarations", Detail::Declarations),
                ("full", Detail::Full),
            ];
            flags.detail = choice(&text, &choices, &name())?;
        }
        "--format" => {
            let choices = [
                ("terminal", Format::Terminal),
                ("json", Format::Json),
                ("dot", Format::Dot),
            ];
            flags.format = choice(&text, &choices, &name())?;
        }
        "--color" => {
            let choices = [
                ("auto", Color::Auto),
                ("always", Color::Always),
                ("never", Color::Never),
            ];
            flags.color = choice(&text, &choices, &name())?;
        }
        "--profile" => {
            let profile = choice(&text, &[("logic", "logic"), ("inventory", "inventory")], &name())?;
            options.profile = Some(profile.to_owned());
        }
        "--output" => flags.output = Some(value),
        "--ascii" => flags.ascii = true,
        "--exclude" => options.exclude.push(text),
        "--all" => options.all = true,
        "--max-bytes" => options.max_bytes = Some(whole(0, MOST)?),
        "--source-root" => options.source_roots.push(text),
        "--min-nodes" => options.min_nodes = Some(whole(1, MOST)?),
        "--strict" => flags.strict = true,
        "--cache-dir" => flags.cache_dir = Some(value),
        _ => flags.jobs = Some(whole(1, 64)? as usize),
    }
    Ok(())
}

fn choice<T: Copy>(text: &str, choices: &[(&str, T)], name: &str) -> Result<T, AnalyzerError> {
    choices
        .iter()
        .find(|(it, _)| *it == text)
        .map(|(_, value)| *value)
        .ok_or_else(|| {
            let allowed: Vec<&str> = choices.iter().map(|(it, _)| *it).collect();
            usage(format!(
                "option '{name}' argument '{text}' is invalid. Allowed choices are {}.",
                allowed.join(", ")
            ))
        })
}

fn whole_number(text: &str, least: u64, most: u64, name: &str) -> Result<u64, AnalyzerError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text
        .parse()
        .ok()
        .filter(|value| digits && (least..=most).contains(value))
    {
        Some(value) => Ok(value),
        None => {
            let range = if most == MOST {
                format!("from {least}")
            } else {
                format!("from {least} to {most}")
            };
            Err(usage(format!(
                "option '{name}' argument '{text}' is invalid. It is a whole number {range}."
            )))
        }
    }
}
