//! Errors of the argument parser as errors for users.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use base::errors::AnalyzerError;

/// `command`: its help is the remedy if there is no suggestion.
pub fn usage_error(error: &Error, command: &str) -> AnalyzerError {
    let see = || format!("See `analyzer-rs {command} --help`.");
    AnalyzerError::usage(problem_of(error)).hint(suggestion_of(error).unwrap_or_else(see))
}

/// A similar option or command.
pub fn suggestion_of(error: &Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
    let similar = kinds.into_iter().flat_map(|kind| texts(error, kind)).next()?;
    Some(format!("Did you mean {similar}?"))
}

fn problem_of(error: &Error) -> String {
    let arg = texts(error, ContextKind::InvalidArg)
        .into_iter()
        .next()
        .unwrap_or_default();
    let value = texts(error, ContextKind::InvalidValue)
        .into_iter()
        .next()
        .unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument if arg.starts_with('-') => format!("unknown option '{arg}'"),
        ErrorKind::UnknownArgument => format!("too many arguments: '{arg}' is not expected"),
        ErrorKind::MissingRequiredArgument => {
            format!("missing required argument '{}'", arg.trim_matches(['<', '>']))
        }
        // The only options with an invalid value of this kind have none.
        ErrorKind::InvalidValue => format!("option '{arg}' argument missing"),
        ErrorKind::TooManyValues => format!("option '{arg}' takes no argument, but has '{value}'"),
        ErrorKind::ValueValidation => {
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            format!("option '{arg}' argument '{value}' is invalid. {reason}")
        }
        _ => error.kind().to_string(),
    }
}

fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}
