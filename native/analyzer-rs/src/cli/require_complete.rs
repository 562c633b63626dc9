//! The check of `--strict`.

use base::errors::AnalyzerError;
use render::coverage::is_incomplete;
use scan::model::Scan;

const NAMED: usize = 10;

/// Fails with `incomplete` if a file of a parsed language was not completely analyzed.
pub fn require_complete(scan: &Scan) -> Result<(), AnalyzerError> {
    let missing: Vec<String> = scan
        .entries
        .iter()
        .filter(|entry| is_incomplete(entry))
        .map(|entry| format!("{} ({})", entry.path, entry.status().map_or("", |it| it.name())))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let named = missing[..missing.len().min(NAMED)].join(", ");
    let more = if missing.len() > NAMED {
        format!(" and {} more", missing.len() - NAMED)
    } else {
        String::new()
    };
    Err(AnalyzerError::incomplete(format!(
        "--strict: {} not completely analyzed: {named}{more}",
        missing.len()
    )))
}
