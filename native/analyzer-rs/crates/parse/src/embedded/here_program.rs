//! Whether the standard input of a command is a program.

use base::languages::hosts::{HOSTS, HereProgram, Prefix};
use base::languages::kinds::KINDS;
use base::languages::mode::ParseMode;

/// A command with a here-document.
#[derive(Default)]
pub struct HereCommand<'a> {
    /// Its name and arguments; `None` for a word that the shell expands.
    pub words: Vec<Option<&'a str>>,
    /// Arguments as written, without quotes at the end, as `words`.
    pub written: Vec<&'a str>,
    /// Where its output goes, as written without quotes at the end.
    pub output: Option<&'a str>,
}

/// How a command uses its standard input.
pub enum HereUse {
    /// As a program.
    Program(ParseMode<'static>),
    /// It goes to the output, as that of `cat`.
    Copied,
    Data,
}

const SHELL: ParseMode<'static> = ParseMode {
    language: "bash",
    dialect: None,
};

pub fn use_of_input(command: &HereCommand<'_>) -> HereUse {
    let words = &command.words;
    let data = &HOSTS.here_documents;
    let mut at = 0;
    loop {
        let Some((prefix, length)) = prefix_at(words, at) else {
            let name = command_name(word_at(words, at));
            let Some(program) = data.programs.get(name) else {
                let way = data.writers.get(name);
                return way.map_or(HereUse::Data, |way| written_use(way, at + 1, command));
            };
            if !reads_program(program, words.get(at + 1..).unwrap_or_default()) {
                return HereUse::Data;
            }
            return HereUse::Program(ParseMode {
                language: &program.language,
                dialect: None,
            });
        };
        let is_elsewhere = |word: &&str| prefix.program_elsewhere.iter().any(|it| it == word);
        if words[at..].iter().flatten().any(is_elsewhere) {
            return HereUse::Data;
        }
        at = skip_options(words, at + length, &prefix.options_with_value);
        at = skip_operands(words, at, prefix.operands);
        at = skip_options(words, at, &prefix.options_with_value);
        if at >= words.len() {
            return if prefix.shell {
                HereUse::Program(SHELL)
            } else {
                HereUse::Data
            };
        }
    }
}

fn word_at<'a>(words: &[Option<&'a str>], at: usize) -> &'a str {
    words.get(at).copied().flatten().unwrap_or_default()
}

/// A prefix and its number of words.
fn prefix_at(words: &[Option<&str>], at: usize) -> Option<(&'static Prefix, usize)> {
    let prefixes = &HOSTS.here_documents.prefixes;
    let name = command_name(word_at(words, at));
    if let Some(prefix) = prefixes.get(name) {
        return Some((prefix, 1));
    }
    let prefix = prefixes.get(&format!("{name} {}", word_at(words, at + 1)))?;
    Some((prefix, 2))
}

/// Also assignments, and words that the shell expands: they name no program that is known.
fn skip_operands(words: &[Option<&str>], from: usize, count: u32) -> usize {
    let mut at = from;
    let mut left = count;
    while at < words.len() && (left > 0 || words[at].is_none_or(|word| word.contains('='))) {
        left = left.saturating_sub(1);
        at += 1;
    }
    at
}

/// Without its folder and version: `/usr/bin/python3.11` is `python`.
fn command_name(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or_default();
    name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.')
}

fn skip_options(words: &[Option<&str>], from: usize, with_value: &[String]) -> usize {
    let mut at = from;
    while let Some(Some(option)) = words.get(at)
        && option.starts_with('-')
    {
        at += 1;
        if *option == "--" {
            return at;
        }
        at += usize::from(with_value.iter().any(|it| it == option));
    }
    at
}

fn reads_program(program: &HereProgram, words: &[Option<&str>]) -> bool {
    let is_in = |list: &[String], word: &str| list.iter().any(|it| it == word);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let Some(word) = *word else { return false };
        if word == "-" || is_in(&program.program_here, word) {
            return true;
        }
        if word == "--" {
            return matches!(words.get(at + 1), None | Some(Some("-")));
        }
        if is_in(&program.program_elsewhere, word) {
            return false;
        }
        if is_in(&program.options_with_value, word) {
            at += 1;
        } else if !word.starts_with('-') {
            return false;
        }
        at += 1;
    }
    true
}

/// By the ending of the file to which the text is written.
fn written_use(way: &str, first: usize, command: &HereCommand<'_>) -> HereUse {
    let at = skip_options(&command.words, first, &[]);
    let is_redirect = way == "redirect";
    if is_redirect && at < command.words.len() {
        return HereUse::Data;
    }
    if is_redirect && command.output.is_none() {
        return HereUse::Copied;
    }
    let path = if is_redirect {
        command.output
    } else {
        command.written.get(at).copied()
    };
    path.and_then(mode_of_path).map_or(HereUse::Data, HereUse::Program)
}

fn mode_of_path(path: &str) -> Option<ParseMode<'static>> {
    let kind = KINDS.by_extension.get(&path[path.rfind('.')?..])?;
    (kind.parsed && !kind.is_host && kind.needs_text.is_none()).then_some(ParseMode {
        language: &kind.language,
        dialect: kind.dialect.as_deref(),
    })
}
