//! The mode in which a file is parsed.

/// The parameters of parsing besides the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseMode<'a> {
    /// A language id of `languages/`: `python`, `javascript`, `typescript`, `php`, `bash`.
    pub language: &'a str,
    /// `jsx`, `tsx`, `d.ts`, `cjs`, `mjs`, `cts`, `mts`, `pyi`; absent for the language's plain form.
    pub dialect: Option<&'a str>,
}
