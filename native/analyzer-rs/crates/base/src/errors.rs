//! Errors for users; `packages/contracts/src/errors.ts` is the table.

use std::fmt;

/// Reason of a system error for the limit on open files.
pub const TOO_MANY_OPEN_FILES: &str = "too many open files";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    Usage,
    Incomplete,
    OutputExists,
    NotFound,
    Unreadable,
    TooManyOpenFiles,
    OutputFailed,
    OutputClosed,
    Internal,
    Cancelled,
}

impl ErrorCode {
    /// Exit code of the command line.
    pub fn exit(self) -> u8 {
        match self {
            Self::Usage | Self::Incomplete | Self::OutputExists => 2,
            Self::NotFound | Self::Unreadable => 3,
            Self::OutputFailed | Self::Internal => 70,
            Self::TooManyOpenFiles => 71,
            Self::Cancelled => 130,
            Self::OutputClosed => 141,
        }
    }
}

/// The problem, and the remedy in `hint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyzerError {
    pub code: ErrorCode,
    pub message: String,
    pub hint: Option<String>,
}

impl AnalyzerError {
    fn new(code: ErrorCode, message: String) -> Self {
        Self {
            code,
            message,
            hint: None,
        }
    }

    pub fn usage(problem: impl Into<String>) -> Self {
        Self::new(ErrorCode::Usage, problem.into())
    }

    pub fn incomplete(problem: impl Into<String>) -> Self {
        Self::new(ErrorCode::Incomplete, problem.into())
    }

    pub fn output_exists(path: &str) -> Self {
        Self::new(ErrorCode::OutputExists, format!("{path} already exists"))
    }

    pub fn not_found(what: &str, name: &str) -> Self {
        Self::new(ErrorCode::NotFound, format!("no such {what}: {name}"))
    }

    pub fn unreadable(path: &str, reason: &str) -> Self {
        if reason == TOO_MANY_OPEN_FILES {
            return Self::too_many_open_files();
        }
        Self::new(ErrorCode::Unreadable, format!("cannot read {path}: {reason}"))
    }

    /// The process or the system cannot open another file, pipe or socket.
    pub fn too_many_open_files() -> Self {
        let message = "too many open files: the limit of this process or of the system is reached";
        Self::new(ErrorCode::TooManyOpenFiles, message.to_owned())
            .hint("Raise the limit, for example with ulimit -n 1024.")
    }

    pub fn output_failed(path: &str, reason: &str) -> Self {
        Self::new(ErrorCode::OutputFailed, format!("cannot write {path}: {reason}"))
    }

    /// The reader of standard output closed it early.
    pub fn output_closed() -> Self {
        Self::new(
            ErrorCode::OutputClosed,
            "standard output was closed before the end".to_owned(),
        )
    }

    pub fn internal(problem: impl Into<String>) -> Self {
        Self::new(ErrorCode::Internal, problem.into())
    }

    pub fn cancelled() -> Self {
        Self::new(ErrorCode::Cancelled, "interrupted".to_owned())
    }

    /// Has no effect on an error that has a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint.get_or_insert_with(|| hint.into());
        self
    }
}

impl fmt::Display for AnalyzerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for AnalyzerError {}
