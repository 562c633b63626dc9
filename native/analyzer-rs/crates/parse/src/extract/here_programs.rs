//! The programs in the here-documents of a Bash file.

use crate::embedded::here_program::{HereCommand, HereUse, use_of_input};
use base::languages::mode::ParseMode;
use rustc_hash::FxHashMap;
use syntax::flat_tree::{FlatTree, NodeId};

pub struct HereText {
    pub mode: ParseMode<'static>,
    /// Its position in the source, in bytes.
    pub start: u32,
    pub end: u32,
    /// As the program gets it, in the same lines; `None` if the shell expands it.
    pub text: Option<String>,
    /// For each byte of the source that the program does not get: the number of bytes of the text before it.
    pub removed: Vec<u32>,
}

/// In the order of their commands.
pub fn find_here_programs(tree: FlatTree<'_>) -> Vec<HereText> {
    let (Some(redirect), Some(command)) = (tree.names.find("heredoc_redirect"), tree.names.find("command")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // By command, read once: it can have thousands of here-documents.
    let mut inputs = FxHashMap::default();
    for node in 0..tree.count() {
        if tree.kind(node) != redirect {
            continue;
        }
        let Some(parent) = tree.parent(node).filter(|it| tree.kind(*it) == command) else {
            continue;
        };
        let input = *inputs.entry(parent).or_insert_with(|| standard_input(tree, parent));
        if input == Some(node)
            && let Some(mode) = program_of(tree, parent)
        {
            found.extend(text_of(tree, node, mode));
        }
    }
    found
}

/// How the standard input of a command is parsed: by it, or by the one after it in a pipe if it only copies the text.
fn program_of(tree: FlatTree<'_>, command: NodeId) -> Option<ParseMode<'static>> {
    let mut at = command;
    loop {
        match use_of_input(&command_of(tree, at)) {
            HereUse::Program(mode) => return Some(mode),
            HereUse::Data => return None,
            HereUse::Copied => at = next_in_pipe(tree, at).filter(|it| standard_input(tree, *it).is_none())?,
        }
    }
}

fn next_in_pipe(tree: FlatTree<'_>, command: NodeId) -> Option<NodeId> {
    let above = tree.parent(command).filter(|it| kind_name(tree, *it) == "pipeline")?;
    let pipe = tree.end_of(command);
    let next = (pipe < tree.end_of(above)).then(|| tree.end_of(pipe))?;
    (next < tree.end_of(above) && tree.kind(next) == tree.kind(command)).then_some(next)
}

fn kind_name<'a>(tree: FlatTree<'a>, node: NodeId) -> &'a str {
    tree.names.name(tree.kind(node))
}

fn field_name<'a>(tree: FlatTree<'a>, node: NodeId) -> &'a str {
    tree.names.name(tree.field(node))
}

fn source_of<'a>(tree: FlatTree<'a>, node: NodeId) -> &'a str {
    let node = tree.node(node);
    &tree.source[node.start as usize..node.end as usize]
}

/// The last redirection of the standard input of a command.
fn standard_input(tree: FlatTree<'_>, command: NodeId) -> Option<NodeId> {
    let mut last = None;
    for child in tree.children(command) {
        let kind = kind_name(tree, child);
        if !kind.ends_with("_redirect") {
            continue;
        }
        let descriptor = tree
            .children(child)
            .find(|it| kind_name(tree, *it) == "file_descriptor");
        let is_input = kind != "file_redirect" || tree.children(child).any(|it| tree.text(it) == "<");
        if is_input && descriptor.is_none_or(|it| tree.text(it) == "0") {
            last = Some(child);
        }
    }
    last
}

fn command_of<'a>(tree: FlatTree<'a>, command: NodeId) -> HereCommand<'a> {
    let mut read = HereCommand::default();
    for child in tree.children(command) {
        match field_name(tree, child) {
            "name" => read.words.push(literal(tree, child + 1)),
            "argument" => read.words.push(literal(tree, child)),
            _ if kind_name(tree, child) == "file_redirect" => {
                let first = tree.children(child).next();
                let is_plain = first.is_some_and(|it| kind_name(tree, it) != "file_descriptor");
                let is_output = tree
                    .children(child)
                    .any(|it| [">", ">>", ">|"].contains(&tree.text(it)));
                let destination = tree.children(child).find(|it| field_name(tree, *it) == "destination");
                if is_plain && is_output && destination.is_some() {
                    read.output = destination.map(|it| written_text(tree, it));
                }
                continue;
            }
            _ => continue,
        }
        read.written.push(written_text(tree, child));
    }
    read
}

fn written_text<'a>(tree: FlatTree<'a>, node: NodeId) -> &'a str {
    source_of(tree, node).trim_end_matches(['"', '\''])
}

/// The value of a word that is the same in each run.
fn literal<'a>(tree: FlatTree<'a>, node: NodeId) -> Option<&'a str> {
    let text = source_of(tree, node);
    match kind_name(tree, node) {
        "word" => (!text.contains('\\')).then_some(text),
        "string" if text.contains(['$', '`', '\\']) => None,
        "raw_string" | "string" => text.get(1..text.len().checked_sub(1)?),
        _ => None,
    }
}

fn text_of(tree: FlatTree<'_>, redirect: NodeId, mode: ParseMode<'static>) -> Option<HereText> {
    let part = |kind: &str| tree.children(redirect).find(|it| kind_name(tree, *it) == kind);
    let body = part("heredoc_body")?;
    let delimiter = part("heredoc_start")?;
    let source = source_of(tree, body);
    if source.trim_matches([' ', '\t', '\r', '\n']).is_empty() {
        return None;
    }
    let plain = match part("'<<-") {
        Some(_) => without_tabs(source),
        None => source.to_owned(),
    };
    let is_quoted = source_of(tree, delimiter).contains(['"', '\'', '\\']);
    let (start, end) = (tree.node(body).start, tree.node(body).end);
    let text = if is_quoted {
        Some(plain)
    } else {
        unescaped(tree, body, &plain)
    };
    Some(HereText {
        mode,
        start,
        end,
        removed: text.as_ref().map_or_else(Vec::new, |text| removed_from(source, text)),
        text,
    })
}

/// `text`: the source without some of its bytes; of equal neighbours the last ones are removed.
fn removed_from(source: &str, text: &str) -> Vec<u32> {
    if source.len() == text.len() {
        return Vec::new();
    }
    let kept = text.as_bytes();
    let mut at = 0;
    let mut removed = Vec::new();
    for byte in source.bytes() {
        if kept.get(at) == Some(&byte) {
            at += 1;
        } else {
            removed.push(at as u32);
        }
    }
    removed
}

fn without_tabs(source: &str) -> String {
    let lines = source.split_inclusive('\n').map(|line| line.trim_start_matches('\t'));
    lines.collect()
}

/// `None` if the shell expands the text, or joins lines of it.
fn unescaped(tree: FlatTree<'_>, body: NodeId, text: &str) -> Option<String> {
    let is_plain = |it: NodeId| kind_name(tree, it) == "heredoc_content";
    if !tree.children(body).all(is_plain) || text.contains("\\\n") || text.contains("\\\r\n") {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(it) = rest.next() {
        let escaped = (it == '\\')
            .then(|| rest.next_if(|next| ['$', '`', '\\'].contains(next)))
            .flatten();
        out.push(escaped.unwrap_or(it));
    }
    Some(out)
}
