//! Hashes spans of a stream: SHA-256 of the domain and the stream.

use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};

use super::digest::{LongMessage, digest_beside, digest_both_beside};
use super::grams::grams_of;
use super::node_headers::write_number;
use super::positions::Positions;
use super::roles::Roles;
use super::stream::{RootSpan, Stream};
use super::stream_rules::{BINDING_LITERAL, COMMAND, ROLES};
use crate::facts::{FunctionHashes, Hash, TokenRecord, TokenRole};
use syntax::reuse::{empty, is_long};

/// Version of the canonical stream: increased when a stream of the vectors or of the bench corpus changes.
pub const FINGERPRINT_VERSION: u32 = 3;

/// A longer stream of a function is hashed where it is: copies would take as much memory twice.
const LONG: u32 = 1 << 20;

const SELF: u8 = b'*';
const NUMBERED: u8 = b'#';

/// Names by which a function may refer to itself.
pub struct OwnNames {
    /// Their numbers in the stream.
    pub spellings: Vec<u32>,
    pub is_method: bool,
}

/// Indices of the identifiers by which a function refers to itself, in order.
pub type SelfReferences = Vec<u32>;

pub struct Fingerprints {
    domains: Domains,
    /// Reused for each function.
    body: Vec<u8>,
    shape: Vec<u8>,
    /// By spelling and role: the number, valid if the stamp is that of the current function.
    numbers: Vec<(u32, u32)>,
    stamp: u32,
}

/// The first bytes of a hashed message.
struct Domains {
    tree: String,
    body: String,
    shape: String,
    gram: String,
}

impl Fingerprints {
    pub fn new(parser: &str, language: &str) -> Self {
        let domain = |kind| format!("{FINGERPRINT_VERSION}\n{parser}\n{language}\n{kind}\n");
        let domains = Domains {
            tree: domain("tree"),
            body: domain("body"),
            shape: domain("shape"),
            gram: domain("gram"),
        };
        Self {
            domains,
            body: Vec::new(),
            shape: Vec::new(),
            numbers: Vec::new(),
            stamp: 0,
        }
    }

    /// Frees the memory of the last file if it was large.
    pub fn release(&mut self) {
        empty(&mut self.body);
        empty(&mut self.shape);
        if is_long::<(u32, u32)>(self.numbers.capacity()) {
            self.numbers = Vec::new();
        }
    }

    /// Of a file: its complete stream. It is the longest message, so the others are hashed together with it.
    pub fn file<'s>(&mut self, stream: &'s Stream, span: &RootSpan) -> LongMessage<'s> {
        let bytes = begin_span(&mut self.body, &self.domains.tree, stream, span);
        LongMessage::new(&mut self.body, bytes)
    }

    /// Of a class: its complete stream with its own name.
    pub fn class(&mut self, stream: &Stream, span: &RootSpan, file: &mut LongMessage<'_>) -> Hash {
        let bytes = begin_span(&mut self.body, &self.domains.tree, stream, span);
        self.body.extend_from_slice(bytes);
        digest_beside(&mut self.body, file)
    }

    /// Of the complete file, see `grams_of`.
    pub fn grams(&self, stream: &Stream) -> Vec<u64> {
        grams_of(&stream.bytes, &self.domains.gram)
    }

    /// Of a function: the stream without its own name, and the stream with identifiers numbered by role.
    pub fn function(
        &mut self,
        stream: &Stream,
        span: &RootSpan,
        own: &[u32],
        file: &mut LongMessage<'_>,
    ) -> FunctionHashes {
        if span.bytes.end - span.bytes.start > LONG {
            return self.long_function(stream, span, own);
        }
        self.body_stream(stream, span, own, None);
        self.shape_stream(stream, span, own, None);
        let [body, shape] = digest_both_beside(&mut self.body, &mut self.shape, file);
        FunctionHashes { body, shape }
    }

    /// Without copies of its stream.
    fn long_function(&mut self, stream: &Stream, span: &RootSpan, own: &[u32]) -> FunctionHashes {
        let [mut body, mut shape] = [Sha256::new(), Sha256::new()];
        self.body_stream(stream, span, own, Some(&mut body));
        body.update(&self.body);
        self.shape_stream(stream, span, own, Some(&mut shape));
        shape.update(&self.shape);
        FunctionHashes {
            body: body.finalize().into(),
            shape: shape.finalize().into(),
        }
    }

    fn body_stream(&mut self, stream: &Stream, span: &RootSpan, own: &[u32], hash: Option<&mut Sha256>) {
        let mut copy = SpanCopy::begin(&mut self.body, &self.domains.body, stream, span, hash);
        for &index in own {
            let identifier = stream.identifiers.list[index as usize];
            copy.up_to(identifier.from);
            copy.target.push(SELF);
            copy.at = identifier.to;
        }
        copy.up_to(span.bytes.end);
    }

    fn shape_stream(&mut self, stream: &Stream, span: &RootSpan, own: &[u32], hash: Option<&mut Sha256>) {
        let roles = ROLES.len();
        self.stamp += 1;
        let slots = stream.identifiers.spellings() * roles;
        if self.numbers.len() < slots || self.stamp == u32::MAX {
            self.numbers.clear();
            self.numbers.resize(slots * 2, (0, 0));
            self.stamp = 1;
        }
        let mut next = [0_u32; ROLES.len()];
        let mut own = own.iter().copied().peekable();
        let mut copy = SpanCopy::begin(&mut self.shape, &self.domains.shape, stream, span, hash);
        for index in span.identifiers.clone() {
            let identifier = stream.identifiers.list[index as usize];
            if span.name.contains(&identifier.from) {
                continue;
            }
            let role = identifier.role;
            let is_self = own.next_if_eq(&index).is_some();
            if !is_self && (role == COMMAND || role == BINDING_LITERAL) {
                continue;
            }
            copy.up_to(identifier.from);
            copy.at = identifier.to;
            if is_self {
                copy.target.push(SELF);
                continue;
            }
            let (stamp, number) = &mut self.numbers[identifier.spelling as usize * roles + usize::from(role)];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                *number = next[usize::from(role)];
                next[usize::from(role)] += 1;
            }
            copy.target.extend_from_slice(&[NUMBERED, role]);
            write_number(copy.target, *number as usize);
        }
        copy.up_to(span.bytes.end);
    }
}

/// The leaves of a function's stream in order, without its own name; functions of one shape have the same number.
pub fn token_record(
    stream: &Stream,
    roles: Roles<'_>,
    span: &RootSpan,
    own: &[u32],
    positions: &Positions,
) -> TokenRecord {
    let own_leaves: FxHashSet<u32> = own
        .iter()
        .map(|&at| stream.identifiers.list[at as usize].leaf)
        .collect();
    let mut record = TokenRecord::default();
    for at in span.leaves.clone() {
        if span.name_leaves.contains(&at) {
            continue;
        }
        add_leaf(&mut record, stream, roles, at, positions);
        if own_leaves.contains(&at)
            && let Some(role) = record.role.last_mut()
        {
            *role = TokenRole::SelfName;
        }
    }
    record
}

/// The leaves of a type's stream in order, without its own name and without these functions.
pub fn type_record(
    stream: &Stream,
    roles: Roles<'_>,
    span: &RootSpan,
    functions: &[&RootSpan],
    positions: &Positions,
) -> TokenRecord {
    let mut record = TokenRecord::default();
    let mut next = 0;
    for at in span.leaves.clone() {
        while functions.get(next).is_some_and(|function| at >= function.leaves.end) {
            next += 1;
        }
        let is_in_function = functions.get(next).is_some_and(|function| at >= function.leaves.start);
        if !is_in_function && !span.name_leaves.contains(&at) {
            add_leaf(&mut record, stream, roles, at, positions);
        }
    }
    record
}

fn add_leaf(record: &mut TokenRecord, stream: &Stream, roles: Roles<'_>, at: u32, positions: &Positions) {
    let leaf = stream.leaves[at as usize];
    let text = std::str::from_utf8(&stream.bytes[leaf.from as usize..leaf.to as usize]).unwrap_or("");
    let role = ROLES.get(usize::from(leaf.role)).copied().unwrap_or(TokenRole::Literal);
    record.role.push(role);
    record.kind.push(roles.tree.names.name(leaf.kind));
    record.text.push(&roles.spelling(leaf.node, leaf.role, text));
    record.line.push(positions.line(roles.tree.node(leaf.node).start));
}

/// The identifiers by which the function refers to itself: none if it binds its own name anywhere inside, because the
/// name may then mean another value.
pub fn own_references(stream: &Stream, roles: Roles<'_>, span: &RootSpan, own: &OwnNames) -> SelfReferences {
    let mut found = Vec::new();
    if own.spellings.is_empty() {
        return found;
    }
    for index in span.identifiers.clone() {
        let identifier = stream.identifiers.list[index as usize];
        if !own.spellings.contains(&identifier.spelling) || span.name.contains(&identifier.from) {
            continue;
        }
        let (role, node) = (identifier.role, identifier.node);
        let can_refer = roles.can_refer(role, own.is_method);
        if own.is_method {
            if can_refer && roles.is_self_member(node) {
                found.push(index);
            }
            continue;
        }
        if (can_refer || role == BINDING_LITERAL) && roles.is_binding(node) {
            return Vec::new();
        }
        if can_refer {
            found.push(index);
        }
    }
    found
}

/// Writes the bytes before a span, and returns the span's bytes.
fn begin_span<'s>(target: &mut Vec<u8>, domain: &str, stream: &'s Stream, span: &RootSpan) -> &'s [u8] {
    target.clear();
    target.extend_from_slice(domain.as_bytes());
    target.extend_from_slice(stream.headers.bytes(span.header));
    &stream.bytes[span.bytes.start as usize..span.bytes.end as usize]
}

/// Copies a span in pieces after its domain, without the own name.
struct SpanCopy<'c> {
    target: &'c mut Vec<u8>,
    /// Gets what is before the end of the target, if it is set.
    hash: Option<&'c mut Sha256>,
    bytes: &'c [u8],
    span: &'c RootSpan,
    at: u32,
}

impl<'c> SpanCopy<'c> {
    fn begin(
        target: &'c mut Vec<u8>,
        domain: &str,
        stream: &'c Stream,
        span: &'c RootSpan,
        hash: Option<&'c mut Sha256>,
    ) -> Self {
        begin_span(target, domain, stream, span);
        Self {
            target,
            hash,
            bytes: &stream.bytes,
            span,
            at: span.bytes.start,
        }
    }

    fn up_to(&mut self, end: u32) {
        let name = &self.span.name;
        if self.at <= name.start && name.start < name.end && name.end <= end {
            self.copy(name.start);
            self.at = name.end;
        }
        self.copy(end);
        self.at = end;
    }

    fn copy(&mut self, end: u32) {
        if self.at >= end {
            return;
        }
        let bytes = &self.bytes[self.at as usize..end as usize];
        match &mut self.hash {
            None => self.target.extend_from_slice(bytes),
            Some(hash) => {
                hash.update(&self.target);
                self.target.clear();
                hash.update(bytes);
            }
        }
    }
}
