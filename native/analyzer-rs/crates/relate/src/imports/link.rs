//! Destinations of imports.

use crate::model::{Destination, FileIndex, LinkState, Reason};
use crate::reasons::import;

pub fn unresolved(reason: &'static str) -> Destination {
    leads_nowhere(Reason::Known(reason))
}

pub fn leads_nowhere(reason: Reason) -> Destination {
    Destination {
        state: LinkState::Unresolved,
        files: Vec::new(),
        rule: None,
        reason: Some(reason),
    }
}

pub fn external(reason: &'static str) -> Destination {
    Destination {
        state: LinkState::External,
        files: Vec::new(),
        rule: None,
        reason: Some(Reason::Known(reason)),
    }
}

pub fn leads_to(file: FileIndex, rule: &'static str) -> Destination {
    Destination {
        state: LinkState::Resolved,
        files: vec![file],
        rule: Some(rule),
        reason: None,
    }
}

/// Maximum number of candidates of an import: generated code can declare one name in thousands of files.
pub const MAX_FILES: usize = 64;

/// Resolved for one file; ambiguous for several, which are ordered by `path_of`, and of which the first `MAX_FILES` are
/// listed.
pub fn leads_to_any<'a>(
    mut files: Vec<FileIndex>,
    rule: &'static str,
    path_of: impl Fn(FileIndex) -> &'a str,
) -> Destination {
    match files.len() {
        0 => unresolved(import::EMPTY),
        1 => leads_to(files[0], rule),
        _ => {
            files.sort_by(|a, b| path_of(*a).cmp(path_of(*b)));
            let reason = (files.len() > MAX_FILES).then_some(Reason::Known(import::MANY));
            files.truncate(MAX_FILES);
            Destination {
                state: LinkState::Ambiguous,
                files,
                rule: Some(rule),
                reason,
            }
        }
    }
}
