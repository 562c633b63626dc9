//! What `--strict` asks for.

use crate::errors::AnalyzerError;
use crate::render::coverage::is_incomplete;
use crate::scan::model::Scan;

const NAMED: usize = 10;

/// Fails with `incomplete` when a file of a parsed language was not analysed whole.
pub fn require_complete(scan: &Scan) -> Result<(), AnalyzerError> {
    match lack_of(scan) {
        None => Ok(()),
        Some(lack) => Err(AnalyzerError::incomplete(lack)),
    }
}

/// What was not analysed whole, in words; nothing where all was.
pub fn lack_of(scan: &Scan) -> Option<String> {
    let missing: Vec<String> = scan
        .entries
        .iter()
        .filter(|entry| is_incomplete(entry))
        .map(|entry| format!("{} ({})", entry.path, entry.status().map_or("", |it| it.name())))
        .collect();
    if missing.is_empty() {
        return None;
    }
    let named = missing[..missing.len().min(NAMED)].join(", ");
    let more = if missing.len() > NAMED {
        format!(" and {} more", missing.len() - NAMED)
    } else {
        String::new()
    };
    Some(format!("--strict: {} not analysed whole: {named}{more}", missing.len()))
}
