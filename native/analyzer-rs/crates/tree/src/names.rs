//! Raw names of the file system, displayed as text.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use base::hex::hex;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownName {
    pub name: String,
    /// The raw name is not UTF-8.
    pub lossy: bool,
}

/// Displays the raw names of one directory as distinct strings: a name that is not UTF-8 and whose replacement
/// characters make it equal to a sibling's gets `~` and the first 8 hex digits of the SHA-256 of its raw bytes,
/// before its extensions. Aligned with `names`.
pub fn show_names(names: &[Vec<u8>]) -> Vec<ShownName> {
    let mut shown: Vec<ShownName> = names
        .iter()
        .map(|raw| ShownName {
            name: show_text(raw),
            lossy: std::str::from_utf8(raw).is_err(),
        })
        .collect();
    if !shown.iter().any(|it| it.lossy) {
        return shown;
    }
    let mut uses: HashMap<String, usize> = HashMap::new();
    for it in &shown {
        *uses.entry(it.name.clone()).or_default() += 1;
    }
    for (it, raw) in shown.iter_mut().zip(names) {
        if !it.lossy || uses.get(&it.name) == Some(&1) {
            continue;
        }
        let mark = format!("~{}", &hex(&Sha256::digest(raw))[..8]);
        let dot = it.name.char_indices().skip(1).find(|(_, char)| *char == '.');
        let at = dot.map_or(it.name.len(), |(at, _)| at);
        loop {
            it.name.insert_str(at, &mark);
            if !uses.contains_key(&it.name) {
                break;
            }
        }
        uses.insert(it.name.clone(), 1);
    }
    shown
}

/// One name or string of the file system without siblings, such as a link's target.
pub fn show_text(raw: &[u8]) -> String {
    String::from_utf8_lossy(raw).into_owned()
}
