//! Paths below the root, as strings.

/// The folder of a project path; the empty string is the root.
pub fn folder_of(path: &str) -> &str {
    &path[..path.rfind('/').unwrap_or(0)]
}

/// A name in a folder.
pub fn in_folder(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// Resolves a written path relative to a folder: empty segments and `.` have no effect, `..` is the parent. Returns
/// the project path, the empty string for the root; `None` if it is outside of the root.
pub fn follow(folder: &str, written: &str) -> Option<String> {
    let mut at = String::with_capacity(folder.len() + 1 + written.len());
    at.push_str(folder);
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." if at.is_empty() => return None,
            ".." => at.truncate(at.rfind('/').unwrap_or(0)),
            _ => {
                if !at.is_empty() {
                    at.push('/');
                }
                at.push_str(part);
            }
        }
    }
    Some(at)
}
