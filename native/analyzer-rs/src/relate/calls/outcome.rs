//! The result of resolving one call.

use crate::relate::model::{CallVia, DeclarationRef, LinkState, MOST_CANDIDATES, Outcome, Reason};
use crate::relate::reasons::call;

use super::call_file::CallFiles;

pub fn unresolved_call(reason: &'static str) -> Outcome {
    Outcome {
        state: LinkState::Unresolved,
        via: None,
        candidates: Vec::new(),
        reason: Some(Reason::Known(reason)),
    }
}

pub fn call_of(files: &CallFiles<'_>, mut candidates: Vec<DeclarationRef>, via: CallVia) -> Outcome {
    if candidates.len() > 1 {
        candidates.sort_by(|a, b| files.id_of(*a).cmp(&files.id_of(*b)));
        candidates.dedup_by(|a, b| files.id_of(*a) == files.id_of(*b));
    }
    if candidates.len() == 1 {
        return Outcome {
            state: LinkState::Resolved,
            via: Some(via),
            candidates,
            reason: None,
        };
    }
    let reason = (candidates.len() > MOST_CANDIDATES).then_some(Reason::Known(call::MANY));
    candidates.truncate(MOST_CANDIDATES);
    candidates.shrink_to_fit();
    Outcome {
        state: LinkState::Ambiguous,
        via: Some(via),
        candidates,
        reason,
    }
}

/// Collects the results of all paths of one call.
#[derive(Default)]
pub struct Findings {
    candidates: Vec<DeclarationRef>,
    own: Option<CallVia>,
    external: Option<Reason>,
    miss: Option<Reason>,
}

impl Findings {
    /// `own`: how it was found in the caller's own file; `None` for another file.
    pub fn add(&mut self, candidates: impl IntoIterator<Item = DeclarationRef>, own: Option<CallVia>) {
        self.candidates.extend(candidates);
        self.own = self.own.or(own);
    }

    /// One path leaves the project.
    pub fn external(&mut self, reason: Reason) {
        self.external.get_or_insert(reason);
    }

    /// One path has no target; the first reason counts.
    pub fn miss(&mut self, reason: Reason) {
        self.miss.get_or_insert(reason);
    }

    pub fn miss_known(&mut self, reason: &'static str) {
        self.miss(Reason::Known(reason));
    }

    /// Resolved only if all paths lead to the same declaration.
    pub fn outcome(self, files: &CallFiles<'_>) -> Outcome {
        if !self.candidates.is_empty() {
            let outcome = call_of(files, self.candidates, self.own.unwrap_or(CallVia::Import));
            return match self.external.or(self.miss) {
                None => outcome,
                reason => Outcome {
                    state: LinkState::Ambiguous,
                    reason,
                    ..outcome
                },
            };
        }
        match (self.external, self.miss) {
            (Some(reason), None) => Outcome {
                state: LinkState::External,
                via: Some(CallVia::Import),
                candidates: Vec::new(),
                reason: Some(reason),
            },
            (_, miss) => Outcome {
                state: LinkState::Unresolved,
                via: None,
                candidates: Vec::new(),
                reason: Some(miss.unwrap_or(Reason::Known(call::CIRCLE))),
            },
        }
    }
}
