//! The graph of file imports for Graphviz.

use rustc_hash::{FxHashMap, FxHashSet};

use base::errors::AnalyzerError;
use parse::facts::{DeclarationKind, FileFacts};
use relate::model::{FileIndex, LinkState};
use scan::model::Scan;

use super::out::Out;
use super::terminal::Detail;
use super::visible::visible;

/// A node for each file with facts, an edge for each pair of files with one or more resolved imports between them,
/// dashed if an import has several candidates, red inside a cycle, dotted if no import between the two runs at load.
/// Detail `declarations` lists the declarations of each file, `full` also draws the resolved calls between
/// declarations.
pub fn render_dot(out: &mut Out<'_>, scan: &Scan, detail: Detail) -> Result<(), AnalyzerError> {
    let mut files: Vec<(FileIndex, &FileFacts)> = Vec::new();
    let mut nodes: FxHashMap<FileIndex, usize> = FxHashMap::default();
    for (index, entry) in scan.entries.iter().enumerate() {
        if let Some(facts) = entry.file().and_then(|file| file.facts.as_deref()) {
            nodes.insert(index as FileIndex, files.len());
            files.push((index as FileIndex, facts));
        }
    }
    out.text.push_str(&format!("digraph {} {{\n", quoted(&scan.root)));
    out.text
        .push_str("  rankdir=LR; node [shape=box, fontname=\"Helvetica\", fontsize=10]; edge [arrowsize=0.6];\n");
    for (node, (index, facts)) in files.iter().enumerate() {
        let path = scan.path_of(*index);
        let attributes = match detail {
            Detail::Files => format!("label={}", quoted(path)),
            _ => format!("shape=plain, label={}", declaration_table(path, facts)),
        };
        out.text.push_str(&format!("  f{node} [{attributes}];\n"));
        out.hand_on()?;
    }
    import_edges(out, scan, &files, &nodes)?;
    if detail == Detail::Full {
        call_edges(out, scan, &files, &nodes)?;
    }
    out.text.push_str("}\n");
    out.flush()
}

fn import_edges(
    out: &mut Out<'_>,
    scan: &Scan,
    files: &[(FileIndex, &FileFacts)],
    nodes: &FxHashMap<FileIndex, usize>,
) -> Result<(), AnalyzerError> {
    let components: FxHashMap<FileIndex, usize> = scan
        .cycles
        .iter()
        .enumerate()
        .flat_map(|(at, it)| it.files.iter().map(move |file| (*file, at)))
        .collect();
    for (node, (from, _)) in files.iter().enumerate() {
        // Targets in order, whether an import certainly leads there, and whether such an import runs at load.
        let mut targets: Vec<(FileIndex, bool, bool)> = Vec::new();
        let mut index_of: FxHashMap<FileIndex, usize> = FxHashMap::default();
        for import in scan.relations[*from as usize].iter().flat_map(|it| &it.imports) {
            let destination = &import.link.destination;
            let certain = destination.state == LinkState::Resolved;
            let loads = certain && import.phase.is_load();
            for file in &destination.files {
                let at = *index_of.entry(*file).or_insert(targets.len());
                match targets.get_mut(at) {
                    Some(target) => {
                        target.1 |= certain;
                        target.2 |= loads;
                    }
                    None => targets.push((*file, certain, loads)),
                }
            }
        }
        let component = components.get(from);
        for (to, certain, loads) in targets {
            let Some(target) = nodes.get(&to) else { continue };
            let cyclic = certain && component.is_some() && components.get(&to) == component;
            let attributes = match (certain, loads, cyclic) {
                (false, ..) => " [style=dashed]",
                (true, false, _) => " [style=dotted]",
                (true, true, true) => " [color=red]",
                (true, true, false) => "",
            };
            out.text.push_str(&format!("  f{node} -> f{target}{attributes};\n"));
        }
        out.hand_on()?;
    }
    Ok(())
}

/// Calls with one target; edges of ambiguous calls might be wrong.
fn call_edges(
    out: &mut Out<'_>,
    scan: &Scan,
    files: &[(FileIndex, &FileFacts)],
    nodes: &FxHashMap<FileIndex, usize>,
) -> Result<(), AnalyzerError> {
    for (node, (index, facts)) in files.iter().enumerate() {
        let Some(relations) = &scan.relations[*index as usize] else {
            continue;
        };
        let mut drawn: FxHashSet<(i32, u32, u32)> = FxHashSet::default();
        for (call, row) in facts.calls.read().rows().iter().enumerate() {
            let outcome = relations.calls.outcome(call);
            let (LinkState::Resolved | LinkState::Declared, Some(to)) = (outcome.state, outcome.candidates.first())
            else {
                continue;
            };
            let Some(target) = nodes.get(&to.file) else { continue };
            let within = row.within.max(-1);
            if drawn.insert((within, to.file, to.declaration)) {
                let port = if within < 0 {
                    String::new()
                } else {
                    format!(":d{within}")
                };
                out.text.push_str(&format!(
                    "  f{node}{port} -> f{target}:d{} [color=gray];\n",
                    to.declaration
                ));
            }
        }
        out.hand_on()?;
    }
    Ok(())
}

/// A table of the file's path and its declarations, each a port for edges.
fn declaration_table(path: &str, facts: &FileFacts) -> String {
    let mut table = format!(
        "<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\"><tr><td bgcolor=\"lightgray\">{}</td></tr>",
        html(path)
    );
    for (index, it) in facts.declarations.iter().enumerate() {
        let name = match it.kind {
            DeclarationKind::Function | DeclarationKind::Method => format!("{}()", it.qualified_name),
            kind => format!("{} {}", kind.name(), it.qualified_name),
        };
        table.push_str(&format!(
            "<tr><td align=\"left\" port=\"d{index}\">{}</td></tr>",
            html(&name)
        ));
    }
    table.push_str("</table>>");
    table
}

/// A quoted label, in which Graphviz interprets backslashes as escapes.
pub(super) fn quoted(text: &str) -> String {
    format!(
        "\"{}\"",
        visible(text, false).replace('\\', "\\\\").replace('"', "\\\"")
    )
}

fn html(text: &str) -> String {
    let mut escaped = String::new();
    for character in visible(text, false).chars() {
        if matches!(character, '&' | '<' | '>' | '"') {
            escaped.push_str(&format!("&#{};", u32::from(character)));
        } else {
            escaped.push(character);
        }
    }
    escaped
}
