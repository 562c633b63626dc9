//! Calls in a language that declares a function when its declaration runs (Bash).

use crate::model::{CallVia, LinkState, Outcome};
use crate::reasons::call;
use parse::facts::Call;

use super::call_file::CallFile;

/// Why a call of a function of the same file is not certain: the declaration is further down in the same body, or the
/// function calls itself after it sources a file, which can replace it.
pub fn doubt_of_order(file: &CallFile<'_>, call: Call, outcome: &Outcome) -> Option<&'static str> {
    let is_local = outcome.state == LinkState::Resolved && outcome.via == Some(CallVia::Local);
    if !file.rules.flat || !is_local {
        return None;
    }
    let index = outcome.candidates.first()?.declaration;
    let declaration = &file.facts.declarations[index as usize];
    if call.within == declaration.within && call.line < declaration.start_line {
        return Some(call::LATER);
    }
    let imports = &file.facts.imports;
    let sourced = imports.get(imports.partition_point(|it| it.line < declaration.start_line))?;
    let is_replaced = i64::from(call.within) == i64::from(index) && sourced.line < call.line;
    is_replaced.then_some(call::REPLACED)
}
