//! Faults of the program itself: said in one line, as everything else that goes wrong.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};

use crate::errors::AnalyzerError;

/// Where the last one was; what a parser does about a file is part of the result and needs no place.
static PLACE: Mutex<String> = Mutex::new(String::new());

/// Runs `work`; where it or a thread of its own panics, that becomes an error. Nothing else is written of it.
pub fn caught<T>(work: impl FnOnce() -> Result<T, AnalyzerError>) -> Result<T, AnalyzerError> {
    set_hook(Box::new(note));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
        Err(AnalyzerError::internal(format!("a fault of the program{place}"))
            .hint("Please report it, with the version and, if you can, the file that was read."))
    })
}

fn note(info: &PanicHookInfo<'_>) {
    let place = info
        .location()
        .map_or(String::new(), |at| format!(" ({}:{})", at.file(), at.line()));
    *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::ErrorCode;

    #[test]
    fn a_fault_becomes_an_error_that_names_its_place() {
        let error = caught::<()>(|| panic!("gone")).expect_err("an error");
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(error.message.contains("src/cli/fault.rs:"), "{error}");
        let inner = || std::thread::scope(|scope| scope.spawn(|| panic!("gone")).join());
        let error = caught(|| inner().map_err(|it| std::panic::resume_unwind(it))).expect_err("an error");
        assert!(error.message.contains("src/cli/fault.rs:"), "{error}");
        assert_eq!(caught(|| Ok(7)), Ok(7));
        // Other tests are to say why they fail.
        drop(std::panic::take_hook());
    }
}
