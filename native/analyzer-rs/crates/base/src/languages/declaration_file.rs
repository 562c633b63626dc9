//! Files of declarations.

use std::sync::LazyLock;

use super::kinds::KINDS;

static ENDINGS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = KINDS.by_extension.iter();
    all.filter(|(_, kind)| kind.declares_only)
        .map(|(ending, _)| ending.as_str())
        .collect()
});

/// Whether a file only declares what another one has.
pub fn is_declaration_file(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.ends_with(ending))
}
