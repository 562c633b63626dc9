//! Converts the scan of the vector to the engine's model.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use parse::facts::{
    BaseFacts, BaseKind, Calls, Control, ControlKind, DeclarationFacts, DeclarationKind, ErrorRange, ErrorRanges,
    FileFacts, FunctionHashes, Hash, ImportFacts, ImportPhase, ImportedName, Lookup, ReferenceFacts, ReferenceKind,
};
use relate::copies::LeftOutRuns;
use relate::ids::DeclarationIds;
use relate::model::{
    BlockRange, CallVia, Cycle, DeclarationRef, Destination, DuplicateFiles, FileIndex, FileRelations, Group,
    GroupKind, ImportLink, LinkNames, LinkState, Outcome, Reason, ResolvedCalls, ResolvedImport, ResolvedReferences,
    rule,
};
use scan::model::{
    ConfigurationProblem, ContentFacts, Entry, EntryKind, FileEntry, FileStatus, Runtime, Scan, ScanOptions,
};
use serde_json::Value;
use tree::gitignore::git_directory::GitProblem;
use tree::path_kind::PathKind;
use tree::policy::{Cut, CutReason};
use tree::roles::Roles;
use tree::walk::ExcludedPath;

pub fn fixture(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../../fixtures")
        .join(path)
}

pub fn read_scan() -> Scan {
    let path = fixture("vectors/json-scan/scan.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let scan: Value = serde_json::from_str(&text).expect("JSON");
    let ids = Ids::of(&scan);
    let entries: Vec<Entry> = list(&scan["entries"]).iter().map(entry).collect();
    let relations = list(&scan["entries"]).iter().map(|it| {
        let path = text_of(&it["path"]);
        let relations = scan["relations"].get(path)?;
        Some(ids.relations(path, relations, &it["facts"]))
    });
    Scan {
        root: text_of(&scan["root"]).to_owned(),
        options: options(&scan["options"]),
        relations: relations.collect(),
        cycles: ids.cycles(&scan["cycles"]),
        non_load_cycles: ids.cycles(&scan["non_load_cycles"]),
        configuration_problems: list(&scan["configuration_problems"])
            .iter()
            .map(|it| ConfigurationProblem {
                path: text_of(&it["path"]).to_owned(),
                problem: text_of(&it["problem"]).to_owned(),
            })
            .collect(),
        duplicate_files: list(&scan["duplicate_files"])
            .iter()
            .map(|it| DuplicateFiles {
                sha256: hash(&it["sha256"]),
                size: number(&it["size"]),
                files: ids.files(&it["paths"]),
            })
            .collect(),
        groups: list(&scan["groups"]).iter().map(|it| ids.group(it)).collect(),
        runs_left_out: match &scan["runs_left_out"] {
            Value::Null => LeftOutRuns::default(),
            it => LeftOutRuns {
                occurrences: number(&it["occurrences"]),
                files: ids.files(&it["files"]).into_iter().collect(),
            },
        },
        exclusions: list(&scan["exclusions"]).iter().map(exclusion_of).collect(),
        git_problems: list(&scan["git_problems"])
            .iter()
            .map(|it| GitProblem {
                path: text_of(&it["path"]).to_owned(),
                reason: text_of(&it["reason"]).to_owned(),
            })
            .collect(),
        runtime: Runtime {
            jobs: number(&scan["runtime"]["jobs"]) as usize,
            wall_ms: number(&scan["runtime"]["wall_ms"]),
            cache: None,
        },
        entries,
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text_of(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn texts<Text: for<'a> From<&'a str>>(value: &Value) -> Vec<Text> {
    list(value).iter().map(|it| text_of(it).into()).collect()
}

fn optional<Text: for<'a> From<&'a str>>(value: &Value) -> Option<Text> {
    value.as_str().map(Into::into)
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn small(value: &Value) -> u32 {
    number(value) as u32
}

fn within(value: &Value) -> i32 {
    value.as_i64().expect("a number") as i32
}

fn is(value: &Value) -> bool {
    value.as_bool().unwrap_or(false)
}

fn hash(value: &Value) -> Hash {
    let digits = text_of(value);
    std::array::from_fn(|at| u8::from_str_radix(&digits[at * 2..at * 2 + 2], 16).expect("hex"))
}

/// The item of a list with that name.
fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, value: &Value) -> T {
    let wanted = text_of(value);
    let found = all.iter().copied().find(|it| name(*it) == wanted);
    found.unwrap_or_else(|| panic!("no such name: {wanted}"))
}

fn options(given: &Value) -> ScanOptions {
    ScanOptions {
        config: true,
        test_globs: Vec::new(),
        generated_globs: Vec::new(),
        profile: text_of(&given["profile"]).to_owned(),
        all: is(&given["all"]),
        gitignore: is(&given["gitignore"]),
        exclude: texts(&given["exclude"]),
        source_roots: texts(&given["source_roots"]),
        max_bytes: number(&given["max_bytes"]),
        min_nodes: number(&given["min_nodes"]),
        min_near_nodes: given["min_near_nodes"].as_u64(),
        min_block_nodes: given["min_block_nodes"].as_u64(),
        min_block_shape_nodes: given["min_block_shape_nodes"].as_u64(),
        trust_suppressions: given["trust_suppressions"].as_bool().unwrap_or(false),
        workspace: given["workspace"].as_str().map(str::to_owned),
        kinds: list(&given["kinds"])
            .iter()
            .map(|kind| named(&GroupKind::ALL, GroupKind::name, kind))
            .collect(),
    }
}

fn entry(given: &Value) -> Entry {
    let what = match text_of(&given["kind"]) {
        "file" => EntryKind::File(Box::new(file(given))),
        "symlink" => EntryKind::Symlink {
            target: given["target"].as_str().map(str::to_owned),
        },
        "directory" => EntryKind::Directory {
            unreadable: optional(&given["reason"]),
        },
        _ => EntryKind::Special {
            unreadable: optional(&given["reason"]),
        },
    };
    Entry {
        path: text_of(&given["path"]).to_owned(),
        name_lossy: is(&given["name_lossy"]),
        what,
    }
}

fn file(given: &Value) -> FileEntry {
    let leaked = |value: &Value| optional(value).map(|text: String| &*text.leak());
    FileEntry {
        size: number(&given["size"]),
        content: given.get("sha256").map(|sha256| ContentFacts {
            sha256: hash(sha256),
            lines: number(&given["lines"]),
        }),
        language: leaked(&given["language"]),
        dialect: leaked(&given["dialect"]),
        encoding: optional(&given["encoding"]),
        status: named(&FileStatus::ALL, FileStatus::name, &given["status"]),
        reason: optional(&given["reason"]),
        roles: Roles {
            is_test: is(&given["is_test"]),
            is_vendored: is(&given["is_vendored"]),
            is_generated: is(&given["is_generated"]),
            is_example: is(&given["is_example"]),
            is_benchmark: is(&given["is_benchmark"]),
            is_configuration: is(&given["is_configuration"]),
        },
        errors: given.get("errors").map(errors),
        facts: given.get("facts").map(|it| Arc::new(facts(it))),
    }
}

fn errors(given: &Value) -> ErrorRanges {
    let range = |it: &Value| ErrorRange {
        start_line: small(&it["start_line"]),
        end_line: small(&it["end_line"]),
        message: optional(&it["message"]),
    };
    ErrorRanges {
        count: small(&given["count"]),
        ranges: list(&given["ranges"]).iter().map(range).collect(),
    }
}

fn facts(given: &Value) -> FileFacts {
    let (calls, control) = (&given["calls"], &given["control"]);
    let (lines, around) = (list(&calls["line"]), list(&calls["within"]));
    let mut called = Calls::default();
    for ((callee, line), around) in list(&calls["callee"]).iter().zip(lines).zip(around) {
        called.push(text_of(callee), small(line), within(around));
    }
    let (depths, lines) = (list(&control["depth"]), list(&control["line"]));
    let rows = list(&control["kind"]).iter().zip(depths).zip(lines);
    let structure = rows
        .zip(list(&control["within"]))
        .map(|(((kind, depth), line), around)| {
            let kind = named(&ControlKind::ALL, ControlKind::name, kind);
            Control::new(kind, small(depth), small(line), within(around))
        });
    FileFacts {
        tree_hash: hash(&given["tree_hash"]),
        errors: given.get("errors").map(errors),
        declarations: list(&given["declarations"]).iter().map(declaration).collect(),
        imports: list(&given["imports"]).iter().map(import).collect(),
        exports: Vec::new(),
        calls: called.into(),
        objects: Vec::new(),
        scoped_calls: Vec::new(),
        references: list(&given["references"]).iter().map(reference).collect(),
        references_truncated: given.get("references_truncated").is_some(),
        control: structure.collect::<Vec<_>>().into(),
        ignore_comments: Vec::new(),
        embedded: Vec::new(),
        tokens: None,
        grams: None,
        elements: None,
        tree: None,
    }
}

const DECLARATIONS: [DeclarationKind; 7] = [
    DeclarationKind::Function,
    DeclarationKind::Method,
    DeclarationKind::Class,
    DeclarationKind::Interface,
    DeclarationKind::Enum,
    DeclarationKind::Type,
    DeclarationKind::Trait,
];

fn reference(given: &Value) -> ReferenceFacts {
    ReferenceFacts {
        name: text_of(&given["name"]).into(),
        kind: named(&ReferenceKind::ALL, ReferenceKind::name, &given["kind"]),
        line: small(&given["line"]),
        within: within(&given["within"]),
        scope: None,
    }
}

fn base(given: &Value) -> BaseFacts {
    BaseFacts {
        name: text_of(&given["name"]).into(),
        kind: named(&BaseKind::ALL, BaseKind::name, &given["kind"]),
        scope: None,
    }
}

fn declaration(given: &Value) -> DeclarationFacts {
    DeclarationFacts {
        kind: named(&DECLARATIONS, DeclarationKind::name, &given["kind"]),
        name: text_of(&given["name"]).into(),
        qualified_name: text_of(&given["qualified_name"]).into(),
        parameters: texts(&given["parameters"]),
        returns: optional(&given["returns"]),
        exported: is(&given["exported"]),
        start_line: small(&given["start_line"]),
        end_line: small(&given["end_line"]),
        start_byte: small(&given["start_byte"]),
        end_byte: small(&given["end_byte"]),
        nodes: small(&given["nodes"]),
        within: within(&given["within"]),
        scope: None,
        reassigned: false,
        bound: texts(&given["bound"]),
        bases: list(&given["bases"]).iter().map(base).collect(),
        function: given.get("function_body").map(|body| FunctionHashes {
            body: hash(body),
            shape: hash(&given["function_shape"]),
        }),
        tree_hash: given.get("tree_hash").map(hash),
    }
}

fn import(given: &Value) -> ImportFacts {
    ImportFacts {
        specifier: text_of(&given["specifier"]).into(),
        names: list(&given["names"]).iter().map(imported_name).collect(),
        line: small(&given["line"]),
        conditional: is(&given["conditional"]),
        phase: named(&ImportPhase::ALL, ImportPhase::name, &given["phase"]),
        // Views do not show how it was looked up.
        lookup: Lookup::Module,
        reexport: is(&given["reexport"]),
        scope: None,
        inline_types: is(&given["inline_types"]),
        elided: is(&given["elided"]),
        target: text_of(&given["target"]).into(),
    }
}

fn rule_of(given: &Value) -> &'static str {
    let all = [rule::RELATIVE, rule::WORKING_DIRECTORY];
    all.into_iter().find(|it| *it == text_of(given)).expect("a rule")
}

fn imported_name(given: &Value) -> ImportedName {
    ImportedName {
        name: text_of(&given["name"]).into(),
        alias: optional(&given["alias"]),
    }
}

fn exclusion_of(given: &Value) -> ExcludedPath {
    let reasons = [
        CutReason::Exclude,
        CutReason::AnalyzerIgnore,
        CutReason::Default,
        CutReason::GitIgnore,
        CutReason::OwnOutput,
        CutReason::Profile,
    ];
    let kinds = [
        PathKind::File,
        PathKind::Directory,
        PathKind::Symlink,
        PathKind::Special,
    ];
    ExcludedPath {
        path: text_of(&given["path"]).to_owned(),
        kind: named(&kinds, PathKind::name, &given["kind"]),
        cut: Cut {
            reason: named(&reasons, CutReason::name, &given["reason"]),
            rule: text_of(&given["rule"]).into(),
        },
        sources: is(&given["sources"]),
    }
}

/// Indices of files by path, and of declarations by id, as the vector refers to them.
struct Ids {
    files: HashMap<String, FileIndex>,
    declarations: HashMap<String, DeclarationRef>,
}

impl Ids {
    fn of(scan: &Value) -> Self {
        let mut ids = Self {
            files: HashMap::new(),
            declarations: HashMap::new(),
        };
        for (file, entry) in (0..).zip(list(&scan["entries"])) {
            let path = text_of(&entry["path"]);
            ids.files.insert(path.to_owned(), file);
            let relations = &scan["relations"][path];
            for (declaration, id) in (0..).zip(list(&relations["ids"])) {
                let declaration = DeclarationRef { file, declaration };
                ids.declarations.insert(text_of(id).to_owned(), declaration);
            }
        }
        ids
    }

    fn cycles(&self, given: &Value) -> Vec<Cycle> {
        let cycle = |it: &Value| Cycle {
            files: self.files(&it["files"]),
            example: self.files(&it["example"]),
        };
        list(given).iter().map(cycle).collect()
    }

    fn files(&self, paths: &Value) -> Vec<FileIndex> {
        list(paths).iter().map(|it| self.files[text_of(it)]).collect()
    }

    fn declarations(&self, ids: &Value) -> Vec<DeclarationRef> {
        list(ids).iter().map(|it| self.declarations[text_of(it)]).collect()
    }

    fn group(&self, given: &Value) -> Group {
        Group {
            id: text_of(&given["id"]).to_owned(),
            kind: named(&GroupKind::ALL, GroupKind::name, &given["kind"]),
            nodes: number(&given["nodes"]),
            score: number(&given["score"]),
            same_as: optional(&given["same_as"]),
            contained_in: optional(&given["contained_in"]),
            folded_into: optional(&given["folded_into"]),
            occurrences: self.declarations(&given["occurrences"]),
            similarity: list(&given["similarity"]).iter().map(small).collect(),
            blocks: list(&given["blocks"]).iter().map(|it| self.block(it)).collect(),
        }
    }

    fn block(&self, given: &Value) -> BlockRange {
        let within = given["within"].as_str().map(|id| self.declarations[id].declaration);
        BlockRange {
            file: self.files[text_of(&given["path"])],
            start_line: small(&given["start_line"]),
            end_line: small(&given["end_line"]),
            start_byte: small(&given["start_byte"]),
            end_byte: small(&given["end_byte"]),
            within,
            name: given["name"].as_str().map(Into::into),
            is_declaration: given["is_declaration"].as_bool().unwrap_or(false),
        }
    }

    fn relations(&self, path: &str, given: &Value, facts: &Value) -> FileRelations {
        let declarations: Vec<DeclarationFacts> = list(&facts["declarations"]).iter().map(declaration).collect();
        let ids = DeclarationIds::new(&declarations);
        for (index, id) in (0..).zip(list(&given["ids"])) {
            assert_eq!(ids.of(path, &declarations, index).to_string(), text_of(id));
        }
        let imports = list(&given["imports"]).iter();
        FileRelations {
            ids,
            imports: imports.map(|it| self.import(it, facts)).collect(),
            calls: self.calls(&given["calls"]),
            bases: list(&given["bases"]).iter().map(|it| self.base(it)).collect(),
            references: self.references(&given["references"]),
        }
    }

    fn references(&self, given: &Value) -> ResolvedReferences {
        if given.is_null() {
            return ResolvedReferences::default();
        }
        let found = list(&given["found"]).iter();
        ResolvedReferences {
            found: found
                .map(|it| (small(&it["index"]), self.base(&it["outcome"])))
                .collect(),
            external: small(&given["external"]),
            unresolved: small(&given["unresolved"]),
        }
    }

    fn import(&self, given: &Value, facts: &Value) -> ResolvedImport {
        let index = small(&given["index"]);
        let all = list(&facts["imports"][index as usize]["names"]);
        let position = |name: &Value| all.iter().position(|it| it == name).expect("an imported name") as u32;
        let files = match given.get("path") {
            Some(path) => vec![self.files[text_of(path)]],
            None => self.files(&given["candidates"]),
        };
        let names = LinkNames::Some(list(&given["names"]).iter().map(position).collect());
        let destination = Destination {
            state: named(&LinkState::ALL, LinkState::name, &given["state"]),
            files,
            rule: given.get("rule").map(rule_of),
            reason: optional(&given["reason"]).map(Reason::Formatted),
        };
        ResolvedImport {
            index,
            phase: named(&ImportPhase::ALL, ImportPhase::name, &given["phase"]),
            link: ImportLink {
                names,
                destination,
                modules: false,
            },
        }
    }

    fn base(&self, given: &Value) -> Outcome {
        Outcome {
            state: named(&LinkState::ALL, LinkState::name, &given["state"]),
            via: given
                .get("via")
                .filter(|it| !it.is_null())
                .map(|it| named(&CallVia::ALL, CallVia::name, it)),
            candidates: self.declarations(&given["candidates"]),
            reason: optional(&given["reason"]).map(Reason::Formatted),
        }
    }

    fn calls(&self, given: &Value) -> ResolvedCalls {
        let outcome = |(at, state): (usize, &Value)| {
            let via = &given["via"][at];
            Outcome {
                state: named(&LinkState::ALL, LinkState::name, state),
                via: (!via.is_null()).then(|| named(&CallVia::ALL, CallVia::name, via)),
                candidates: self.declarations(&given["candidates"][at]),
                reason: optional(&given["reason"][at]).map(Reason::Formatted),
            }
        };
        let outcomes: Vec<Outcome> = list(&given["state"]).iter().enumerate().map(outcome).collect();
        ResolvedCalls {
            of_call: (0..).take(outcomes.len()).collect(),
            outcomes,
        }
    }
}
