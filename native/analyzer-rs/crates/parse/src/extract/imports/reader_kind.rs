//! The import readers.

/// Language data refers to a reader by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReaderKind {
    Bash,
    Estree,
    Php,
    Python,
}

impl ReaderKind {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "bash" => Some(Self::Bash),
            "estree" => Some(Self::Estree),
            "php" => Some(Self::Php),
            "python" => Some(Self::Python),
            _ => None,
        }
    }
}
