//! Targets of symbolic links, without paths that describe the machine.

use std::borrow::Cow;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::location::TreePath;

/// The target of a symbolic link, relative to the folder of the link; `None` if it leads out of the root, even if it
/// returns. Decided by the string alone: the link is not followed.
///
/// `root`: absolute path of the root; `None` when the root is not a folder on disk.
pub fn target_inside<'t>(target: &'t [u8], link: &TreePath, root: Option<&Path>) -> Option<Cow<'t, [u8]>> {
    let folders = link.bytes().iter().filter(|byte| **byte == b'/').count();
    if target.first() != Some(&b'/') {
        return stays_inside(target, folders).then_some(Cow::Borrowed(target));
    }
    let below = path_below(target, root?)?;
    if !stays_inside(below, 0) {
        return None;
    }
    let relative = [b"../".repeat(folders).as_slice(), below].concat();
    Some(Cow::Owned(if relative.is_empty() { b".".to_vec() } else { relative }))
}

/// The part of an absolute path after the root, by the name that the user gave or by the real path.
fn path_below<'p>(path: &'p [u8], root: &Path) -> Option<&'p [u8]> {
    let real = std::fs::canonicalize(root).ok();
    [Some(root), real.as_deref()].into_iter().flatten().find_map(|name| {
        let folder = match name.as_os_str().as_bytes() {
            b"/" => b"",
            folder => folder,
        };
        match path.strip_prefix(folder)? {
            [] => Some([].as_slice()),
            [b'/', below @ ..] => Some(below),
            _ => None,
        }
    })
}

/// `depth`: number of folders between the root and the start of the path.
fn stays_inside(path: &[u8], depth: usize) -> bool {
    let mut at = depth;
    for name in path.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." if at == 0 => return false,
            b".." => at -= 1,
            _ => at += 1,
        }
    }
    true
}
