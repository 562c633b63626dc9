//! Paths below the root, as text.

/// The folder a project path stands in; the empty string is the root.
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

/// Follows a written path from a folder: empty parts and `.` stay, `..` climbs. Gives the project path, the empty
/// string for the root; `None` when it climbs above the root.
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
