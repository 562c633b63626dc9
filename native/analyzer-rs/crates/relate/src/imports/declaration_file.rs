//! Files of declarations.

const ENDINGS: [&str; 4] = [".pyi", ".d.ts", ".d.mts", ".d.cts"];

/// Whether a file only declares what another one has: no program runs it, so that its imports load nothing.
pub fn is_declaration_file(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.ends_with(ending))
}
