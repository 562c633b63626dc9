//! The exclusions of a project's own configuration file.

use memchr::memmem;

use base::errors::AnalyzerError;
use relate::settings::json::{Json, parse_json};
use tree::globs::Glob;
use tree::read_start::NOT_A_FILE;
use tree::source::TreeSource;

/// The configuration file of a folder.
const CONFIGURATION_FILE: &str = "analyzer.json";
/// The value of `schema` in it; a file without it belongs to another program.
const CONFIGURATION_SCHEMA: &str = "analyzer.config.v1";
/// Far larger than a list of settings and projects needs to be.
const LARGEST_CONFIGURATION: usize = 1024 * 1024;

const HINT: &str = "Fix or remove it, or use --no-config, which ignores analyzer.json.";

/// The globs that the configuration file of a scanned folder excludes. No other setting of that file applies: the folder
/// may belong to another team. Fails with `unreadable`, or `usage` for a file of this program that is not valid.
pub fn own_exclusions(source: &dyn TreeSource) -> Result<Vec<Glob>, AnalyzerError> {
    match source.read_own(CONFIGURATION_FILE, LARGEST_CONFIGURATION) {
        None => Ok(Vec::new()),
        // Links are not followed in a scanned folder.
        Some(Err(reason)) if reason == NOT_A_FILE => Ok(Vec::new()),
        Some(Err(reason)) => Err(AnalyzerError::unreadable(CONFIGURATION_FILE, &reason).hint(HINT)),
        // A file of another program is not parsed.
        Some(Ok(bytes)) if memmem::find(&bytes, CONFIGURATION_SCHEMA.as_bytes()).is_none() => Ok(Vec::new()),
        Some(Ok(bytes)) => excluded_by(&bytes),
    }
}

fn excluded_by(bytes: &[u8]) -> Result<Vec<Glob>, AnalyzerError> {
    let text = std::str::from_utf8(bytes).map_err(|_| invalid("it is not UTF-8"))?;
    let settings = parse_json(text).map_err(|problem| invalid(&problem))?;
    if settings.text_at("schema") != Some(CONFIGURATION_SCHEMA) {
        return Ok(Vec::new());
    }
    let globs = match settings.at("exclude") {
        None => return Ok(Vec::new()),
        Some(Json::List(globs)) => globs,
        Some(_) => return Err(invalid("/exclude must be a list")),
    };
    let glob = |(index, glob): (usize, &Json)| match glob {
        Json::Text(source) if !source.is_empty() => {
            Glob::new(source, &format!("{CONFIGURATION_FILE} /exclude/{index}"))
        }
        _ => Err(invalid(&format!("/exclude/{index} must be a glob"))),
    };
    globs.iter().enumerate().map(glob).collect()
}

fn invalid(problem: &str) -> AnalyzerError {
    AnalyzerError::usage(format!("{CONFIGURATION_FILE}: {problem}")).hint(HINT)
}
