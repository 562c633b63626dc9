//! The result of resolving one call.

use crate::model::{CallVia, DeclarationRef, LinkState, MAX_CANDIDATES, Outcome, Reason};
use crate::reasons::call;

use super::call_file::{CallFile, CallFiles};
use super::member::Member;

pub fn unresolved_call(reason: &'static str) -> Outcome {
    Outcome {
        state: LinkState::Unresolved,
        via: None,
        candidates: Vec::new(),
        reason: Some(Reason::Known(reason)),
    }
}

/// A call that leads outside the project, not by an import.
pub fn external_call(reason: &'static str) -> Outcome {
    Outcome {
        state: LinkState::External,
        ..unresolved_call(reason)
    }
}

/// `via`: how a member was found.
pub fn member_call(files: &CallFiles<'_>, member: Member, via: CallVia) -> Outcome {
    match member {
        Member::Miss(reason) => unresolved_call(reason),
        Member::Found { found, doubt } => {
            let outcome = call_of(files, found, via);
            match doubt {
                None => outcome,
                Some(doubt) => Outcome {
                    state: LinkState::Ambiguous,
                    reason: Some(Reason::Known(doubt)),
                    ..outcome
                },
            }
        }
    }
}

/// `indices`: declarations of a file; `via`: how they were found.
pub fn declared_call(files: &CallFiles<'_>, file: &CallFile<'_>, indices: &[u32], via: CallVia) -> Outcome {
    let outcome = call_of(files, file.refs(indices).collect(), via);
    if file.is_reassigned(indices) {
        uncertain(outcome)
    } else {
        outcome
    }
}

/// The outcome for a variable that also gets other values.
pub fn uncertain(outcome: Outcome) -> Outcome {
    Outcome {
        state: LinkState::Ambiguous,
        reason: Some(Reason::Known(call::REASSIGNED)),
        ..outcome
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
    let reason = (candidates.len() > MAX_CANDIDATES).then_some(Reason::Known(call::MANY));
    candidates.truncate(MAX_CANDIDATES);
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
    via: Option<CallVia>,
    external: Option<Reason>,
    miss: Option<Reason>,
}

impl Findings {
    /// `via`: how it was found, if not by an import.
    pub fn add(&mut self, candidates: impl IntoIterator<Item = DeclarationRef>, via: Option<CallVia>) {
        self.candidates.extend(candidates);
        self.via = self.via.or(via);
    }

    pub fn add_member(&mut self, member: Member) {
        match member {
            Member::Miss(reason) => self.miss_known(reason),
            Member::Found { found, doubt } => {
                self.add(found, Some(CallVia::Inherited));
                if let Some(doubt) = doubt {
                    self.miss_known(doubt);
                }
            }
        }
    }

    /// The only declaration that all paths lead to.
    pub fn only(&self) -> Option<DeclarationRef> {
        let is_certain = self.external.is_none() && self.miss.is_none();
        let (first, others) = self.candidates.split_first()?;
        (is_certain && others.iter().all(|it| it == first)).then_some(*first)
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
            let outcome = call_of(files, self.candidates, self.via.unwrap_or(CallVia::Import));
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
