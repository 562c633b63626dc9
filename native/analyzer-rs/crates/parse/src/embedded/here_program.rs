//! Whether the standard input of a command is a program.

use base::languages::hosts::{HOSTS, HereProgram};
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

/// How the standard input of a command is parsed; `None` if it is not a program.
pub fn program_of(command: &HereCommand<'_>) -> Option<ParseMode<'static>> {
    let words = &command.words;
    let data = &HOSTS.here_documents;
    let mut at = 0;
    loop {
        let name = command_name(words.get(at).copied().flatten().unwrap_or_default());
        let Some(prefix) = data.prefixes.get(name) else {
            let Some(program) = data.programs.get(name) else {
                return written_mode(data.writers.get(name)?, at + 1, command);
            };
            return reads_program(program, words.get(at + 1..).unwrap_or_default()).then_some(ParseMode {
                language: &program.language,
                dialect: None,
            });
        };
        at = skip_options(words, at + 1, &prefix.options_with_value);
        let mut operands = prefix.operands;
        while at < words.len() && (operands > 0 || words[at].is_some_and(|word| word.contains('='))) {
            operands = operands.saturating_sub(1);
            at += 1;
        }
        if at >= words.len() {
            return None;
        }
    }
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
fn written_mode(way: &str, first: usize, command: &HereCommand<'_>) -> Option<ParseMode<'static>> {
    let at = skip_options(&command.words, first, &[]);
    let is_redirect = way == "redirect";
    if is_redirect && at < command.words.len() {
        return None;
    }
    let path = if is_redirect {
        command.output?
    } else {
        command.written.get(at)?
    };
    let kind = KINDS.by_extension.get(&path[path.rfind('.')?..])?;
    (kind.parsed && !kind.is_host).then_some(ParseMode {
        language: &kind.language,
        dialect: kind.dialect.as_deref(),
    })
}
