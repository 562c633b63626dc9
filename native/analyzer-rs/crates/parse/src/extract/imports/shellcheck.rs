//! The file that `# shellcheck source=lib/x.sh` in the lines before a command names; `SCRIPTDIR` is the folder of the script.
//!
//! <https://www.shellcheck.net/wiki/Directive>

use super::Target;
use crate::extract::nodes::Nodes;
use crate::facts::Lookup;
use syntax::flat_tree::NodeId;

/// Maximum number of comment lines before a command.
const MAX_LINES: u32 = 10;
const BLANKS: [char; 2] = [' ', '\t'];

/// None without such a comment, and for `/dev/null`.
pub fn source_directive(nodes: Nodes<'_>, command: NodeId) -> Option<Target<'static>> {
    let before = &nodes.tree.source[..nodes.tree.node(command).start as usize];
    let mut rest = &before[..before.rfind('\n')?];
    for _ in 0..MAX_LINES {
        let begin = rest.rfind('\n').map_or(0, |at| at + 1);
        let line = rest[begin..].trim_start_matches(BLANKS);
        if !line.starts_with('#') {
            return None;
        }
        if let Some(path) = directive(line.strip_suffix('\r').unwrap_or(line)) {
            return match path.strip_prefix("SCRIPTDIR") {
                _ if path == "/dev/null" => None,
                Some(path) if path.starts_with('/') => Some((Lookup::Directory, path.to_owned().into())),
                _ => Some((Lookup::Path, path.to_owned().into())),
            };
        }
        rest = &rest[..begin.checked_sub(1)?];
    }
    None
}

/// The last `source=` of a directive.
fn directive(comment: &str) -> Option<&str> {
    let words = comment.strip_prefix('#')?.trim_start_matches(BLANKS);
    let words = words
        .strip_prefix("shellcheck")
        .filter(|rest| rest.starts_with(BLANKS))?;
    let mut end = words.len();
    while let Some(at) = words[..end].rfind("source=") {
        end = at;
        let value = &words[at + "source=".len()..];
        let path = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').map_or("", |(path, _)| path),
            None => value.split([' ', '\t', '"']).next().unwrap_or(""),
        };
        if words[..at].ends_with(BLANKS) && !path.is_empty() {
            return Some(path);
        }
    }
    None
}
