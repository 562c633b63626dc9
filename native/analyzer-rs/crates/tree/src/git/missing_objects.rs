//! The error of a partial clone.

use base::errors::AnalyzerError;

/// Part of Git's message about an object that a partial clone lacks.
pub const NOT_FETCHED: &str = "from promisor remote";

/// `written`: the revision, as the user wrote it. `revision`: its name or id for Git. `count`: of missing objects, if
/// all of them are known.
pub fn missing_objects(written: &str, revision: &str, count: Option<usize>) -> AnalyzerError {
    let how = match count {
        None => "objects are".to_owned(),
        Some(1) => "1 object is".to_owned(),
        Some(count) => format!("{count} objects are"),
    };
    // Compares with the empty tree: Git then fetches all missing objects of the revision.
    let command = format!("git diff --shortstat \"$(git hash-object -t tree /dev/null)\" '{revision}'");
    let reason = format!("{how} missing from the repository, as in a partial clone");
    AnalyzerError::unreadable(written, &reason).hint(format!("Fetch them in the repository: {command}"))
}
