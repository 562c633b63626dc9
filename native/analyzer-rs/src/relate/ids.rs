//! The ids of a file's declarations.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::json_text::push_number;
use crate::parse::facts::DeclarationFacts;

/// `<path>#<qualified_name>@<start_line>`. Where several have that prefix, the first by `start_byte` stays as it is and
/// the others get `:2`, `:3`, … A prefix ends in `@` and digits, so no id with a number equals another one's prefix.
/// Aligned with `declarations`.
pub fn declaration_ids(path: &str, declarations: &[DeclarationFacts]) -> Vec<Box<str>> {
    let mut ids: Vec<Box<str>> = declarations
        .iter()
        .map(|it| {
            let digits = it.start_line.checked_ilog10().unwrap_or(0) as usize + 1;
            let mut id = String::with_capacity(path.len() + it.qualified_name.len() + digits + 2);
            for part in [path, "#", &it.qualified_name, "@"] {
                id.push_str(part);
            }
            push_number(&mut id, it.start_line);
            id.into_boxed_str()
        })
        .collect();
    // Most begin on lines of their own.
    if declarations.is_sorted_by(|a, b| a.start_line < b.start_line) {
        return ids;
    }
    let mut different: FxHashSet<(&str, u32)> = FxHashSet::default();
    if declarations
        .iter()
        .all(|it| different.insert((&it.qualified_name, it.start_line)))
    {
        return ids;
    }
    let mut by_start: Vec<usize> = (0..declarations.len()).collect();
    by_start.sort_by_key(|index| {
        let it = &declarations[*index];
        (it.start_byte, std::cmp::Reverse(it.end_byte), *index)
    });
    let mut seen: FxHashMap<(&str, u32), u32> = FxHashMap::default();
    for index in by_start {
        let it = &declarations[index];
        let count = seen.entry((&it.qualified_name, it.start_line)).or_default();
        *count += 1;
        if *count > 1 {
            ids[index] = format!("{}:{count}", ids[index]).into();
        }
    }
    ids
}
