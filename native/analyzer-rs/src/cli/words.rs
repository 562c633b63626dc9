//! The words after a command: its options with their values, and its arguments.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use crate::errors::AnalyzerError;
use crate::relate::model::GroupKind;
use crate::render::terminal::FILE_CLASSES;
use crate::tree::names::show_text;

use super::similar::suggest;

/// An option: its spellings, and the placeholder of its value in messages.
pub struct OptionSign {
    pub short: Option<&'static str>,
    pub long: &'static str,
    pub value: Option<&'static str>,
}

pub const fn sign(long: &'static str, value: Option<&'static str>) -> OptionSign {
    OptionSign {
        short: None,
        long,
        value,
    }
}

/// Options and arguments of a command.
pub struct Command {
    pub name: &'static str,
    pub options: &'static [&'static [OptionSign]],
    /// Names of its arguments; all are required.
    pub arguments: &'static [&'static str],
}

pub enum Words {
    Help,
    /// As many as the command has.
    Arguments(Vec<OsString>),
}

/// The largest integer that is exact in the other engine.
pub const MOST: u64 = (1 << 53) - 1;

/// An option with its value.
pub struct Given<'a> {
    command: &'a Command,
    sign: &'static OptionSign,
    pub value: OsString,
}

impl Command {
    /// `set` is called for each option. Fails with `usage`.
    pub fn read(
        &self,
        args: Vec<OsString>,
        set: &mut dyn FnMut(Given<'_>) -> Result<(), AnalyzerError>,
    ) -> Result<Words, AnalyzerError> {
        let mut words: Vec<OsString> = Vec::new();
        let mut unknown: Option<String> = None;
        let mut help = false;
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let shown = show_text(arg.as_bytes());
            if shown == "--" {
                words.extend(args.by_ref());
            } else if shown == "-h" || shown == "--help" {
                help = true;
            } else if let Some((sign, attached)) = self.option_of(&arg) {
                let value = match (sign.value, attached) {
                    (None, _) => OsString::new(),
                    (Some(_), Some(attached)) => attached,
                    (Some(_), None) => args
                        .next()
                        .ok_or_else(|| self.usage(format!("option '{}' argument missing", written(sign))))?,
                };
                let command = self;
                set(Given { command, sign, value })?;
            } else if arg.len() > 1 && shown.starts_with('-') {
                unknown.get_or_insert(shown);
            } else {
                words.push(arg);
            }
        }
        if help {
            return Ok(Words::Help);
        }
        if let Some(unknown) = unknown {
            return Err(self.unknown(&unknown));
        }
        let (given, wanted) = (words.len(), self.arguments.len());
        if let Some(missing) = self.arguments.get(given) {
            return Err(self.usage(format!("missing required argument '{missing}'")));
        }
        if given > wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            return Err(self.usage(format!(
                "too many arguments for '{}'. Expected {wanted} argument{plural} but got {given}.",
                self.name
            )));
        }
        Ok(Words::Arguments(words))
    }

    pub fn usage(&self, problem: String) -> AnalyzerError {
        AnalyzerError::usage(problem).hint(format!("See `analyzer-rs {} --help`.", self.name))
    }

    fn signs(&self) -> impl Iterator<Item = &'static OptionSign> + use<> {
        self.options.iter().flat_map(|it| it.iter())
    }

    fn unknown(&self, unknown: &str) -> AnalyzerError {
        let error = self.usage(format!("unknown option '{unknown}'"));
        let longs: Vec<&str> = self.signs().map(|it| it.long).chain(["--help"]).collect();
        let suggestion = unknown.starts_with("--").then(|| suggest(unknown, &longs)).flatten();
        match suggestion {
            Some(suggestion) => error.hint(suggestion),
            None => error,
        }
    }

    /// The option of a word, and a value in the same word: `--jobs=2`, `-oscan.json`.
    fn option_of(&self, word: &OsStr) -> Option<(&'static OptionSign, Option<OsString>)> {
        let bytes = word.as_bytes();
        let is = |name: &str| bytes == name.as_bytes();
        if let Some(sign) = self.signs().find(|it| is(it.long) || it.short.is_some_and(is)) {
            return Some((sign, None));
        }
        self.signs().filter(|it| it.value.is_some()).find_map(|sign| {
            let behind_short = sign.short.and_then(|it| bytes.strip_prefix(it.as_bytes()));
            let behind_long = || bytes.strip_prefix(sign.long.as_bytes())?.strip_prefix(b"=");
            let value = behind_short.or_else(behind_long)?;
            Some((sign, Some(OsStr::from_bytes(value).to_owned())))
        })
    }
}

fn written(sign: &OptionSign) -> String {
    let long = match sign.value {
        Some(value) => format!("{} {value}", sign.long),
        None => sign.long.to_owned(),
    };
    match sign.short {
        Some(short) => format!("{short}, {long}"),
        None => long,
    }
}

impl Given<'_> {
    pub fn name(&self) -> &'static str {
        self.sign.long
    }

    pub fn text(&self) -> String {
        show_text(self.value.as_bytes())
    }

    /// One of several words.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, AnalyzerError> {
        let text = self.text();
        match choices.iter().find(|(it, _)| *it == text) {
            Some((_, value)) => Ok(*value),
            None => {
                let allowed: Vec<&str> = choices.iter().map(|(it, _)| *it).collect();
                Err(self.invalid(&format!("Allowed choices are {}.", allowed.join(", "))))
            }
        }
    }

    pub fn whole_number(&self, least: u64, most: u64) -> Result<u64, AnalyzerError> {
        let text = self.text();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        match number.filter(|value| (least..=most).contains(value)) {
            Some(value) => Ok(value),
            None if most == MOST => Err(self.invalid(&format!("Expected a whole number from {least}."))),
            None => Err(self.invalid(&format!("Expected a whole number from {least} to {most}."))),
        }
    }

    /// Digits with at most one point.
    pub fn decimal(&self) -> Result<f64, AnalyzerError> {
        let text = self.text();
        let digits = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, part) = text.split_once('.').unwrap_or(("", &text));
        let is_decimal = digits(whole) && digits(part) && !part.is_empty();
        match text.parse().ok().filter(|_| is_decimal) {
            Some(value) => Ok(value),
            None => Err(self.invalid("Expected a number such as 0.7.")),
        }
    }

    /// Kinds of clone groups, separated by commas, or `all`.
    pub fn group_kinds(&self) -> Result<Vec<GroupKind>, AnalyzerError> {
        let text = self.text();
        if text == "all" {
            return Ok(GroupKind::ALL.to_vec());
        }
        let kind = |name: &str| {
            let known = GroupKind::ALL.into_iter().find(|kind| kind.name() == name);
            known.ok_or_else(|| {
                let names: Vec<&str> = GroupKind::ALL.into_iter().map(GroupKind::name).collect();
                self.invalid(&format!("Kinds are {}, or all.", names.join(", ")))
            })
        };
        text.split(',').map(kind).collect()
    }

    /// Bits of classes of files, separated by commas, or `all`.
    pub fn file_classes(&self) -> Result<u32, AnalyzerError> {
        let text = self.text();
        if text == "all" {
            return Ok((1 << FILE_CLASSES.len()) - 1);
        }
        let bit = |name: &str| {
            let place = FILE_CLASSES.iter().position(|it| *it == name);
            let bit = place.map(|place| 1 << place);
            bit.ok_or_else(|| self.invalid(&format!("Classes are {}, or all.", FILE_CLASSES.join(", "))))
        };
        text.split(',').try_fold(0, |bits, name| Ok(bits | bit(name)?))
    }

    fn invalid(&self, why: &str) -> AnalyzerError {
        let (name, text) = (written(self.sign), self.text());
        self.command
            .usage(format!("option '{name}' argument '{text}' is invalid. {why}"))
    }
}
