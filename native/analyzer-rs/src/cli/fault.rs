//! Panics of the program: reported in one line, like all other errors.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

use base::errors::AnalyzerError;

/// Location of the last panic; a panic of a parser is part of the result and needs no location.
static LOCATION: Mutex<String> = Mutex::new(String::new());

/// Runs `work`; a panic in it or in one of its threads becomes an error. The default message of panics is suppressed.
pub fn caught<T>(work: impl FnOnce() -> Result<T, AnalyzerError>) -> Result<T, AnalyzerError> {
    set_hook(Box::new(note));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let location = LOCATION.lock().unwrap_or_else(PoisonError::into_inner);
        Err(AnalyzerError::internal(format!("a fault of the program{location}"))
            .hint("Please report it with the version and, if possible, the file that was read."))
    })
}

fn note(info: &PanicHookInfo<'_>) {
    let location = info
        .location()
        .map_or(String::new(), |at| format!(" ({}:{})", at.file(), at.line()));
    *LOCATION.lock().unwrap_or_else(PoisonError::into_inner) = location;
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::errors::ErrorCode;

    #[test]
    fn a_panic_becomes_an_error_with_its_location() {
        let error = caught::<()>(|| panic!("gone")).expect_err("an error");
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(error.message.contains("src/cli/fault.rs:"), "{error}");
        let inner = || std::thread::scope(|scope| scope.spawn(|| panic!("gone")).join());
        let error = caught(|| inner().map_err(|it| std::panic::resume_unwind(it))).expect_err("an error");
        assert!(error.message.contains("src/cli/fault.rs:"), "{error}");
        assert_eq!(caught(|| Ok(7)), Ok(7));
        // Other tests need the default message.
        drop(std::panic::take_hook());
    }
}
