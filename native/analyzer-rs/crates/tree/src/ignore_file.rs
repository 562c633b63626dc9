//! The globs of the project's `.analyzerignore`, which is read at the root only.

use std::path::Path;

use rustix::io::Errno;

use base::errors::AnalyzerError;

use super::failure::reason_of;
use super::globs::Glob;
use super::read::{open_to_read, read_up_to};

pub const IGNORE_FILE: &str = ".analyzerignore";

/// Far more than a hand-written file has; a larger file is an error.
const LARGEST: usize = 1024 * 1024;
const NOT_A_FILE: &str = "it is not a regular file";
const WITHOUT: &str = "Fix or remove it, or scan with --all, which ignores .analyzerignore.";

/// Fails with `usage`, file and line for an invalid glob.
pub fn read_ignore_file(root: &Path) -> Result<Vec<Glob>, AnalyzerError> {
    let unreadable = |reason: &str| AnalyzerError::unreadable(IGNORE_FILE, reason).hint(WITHOUT);
    let mut file = match open_to_read(&root.join(IGNORE_FILE)) {
        Ok(file) => file,
        Err(error) => {
            return match Errno::from_io_error(&error) {
                Some(Errno::NOENT) => Ok(Vec::new()),
                Some(Errno::LOOP | Errno::NXIO) => Err(unreadable(NOT_A_FILE)),
                _ => Err(unreadable(&reason_of(&error))),
            };
        }
    };
    let metadata = file.metadata().map_err(|error| unreadable(&reason_of(&error)))?;
    if !metadata.is_file() {
        return Err(unreadable(NOT_A_FILE));
    }
    let bytes = read_up_to(&mut file, LARGEST + 1).map_err(|error| unreadable(&reason_of(&error)))?;
    require_ignore_size(bytes.len() as u64)?;
    parse_ignore_file(&bytes)
}

/// Fails with `usage` for a file above the limit.
pub fn require_ignore_size(bytes: u64) -> Result<(), AnalyzerError> {
    if bytes <= LARGEST as u64 {
        return Ok(());
    }
    Err(AnalyzerError::usage(format!("{IGNORE_FILE} is larger than 1 MiB")).hint(WITHOUT))
}

/// One glob per line; surrounding blanks and empty lines are ignored, `#` starts a comment line.
pub fn parse_ignore_file(bytes: &[u8]) -> Result<Vec<Glob>, AnalyzerError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| AnalyzerError::usage(format!("{IGNORE_FILE} is not UTF-8")).hint(WITHOUT))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut globs = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let source = line.trim_start_matches([' ', '\t']).trim_end_matches([' ', '\t', '\r']);
        if !source.is_empty() && !source.starts_with('#') {
            globs.push(Glob::new(source, &format!("{IGNORE_FILE}:{}", index + 1))?);
        }
    }
    Ok(globs)
}
