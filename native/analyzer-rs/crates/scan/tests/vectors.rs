//! The vectors of `fixtures/` that both engines must satisfy, for all modules except `parse`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use base::hex::hex;
use base::json_text::push_quoted;
use parse::facts::{
    BaseFacts, BaseKind, CLASSES, Calls, DeclarationFacts, DeclarationKind, ExportFacts, FileFacts, FunctionHashes,
    ImportFacts, ImportPhase, ImportedName, Lookup, ObjectFacts, ScopedCall,
};
use relate::copies::LIMITS;
use relate::cycles::find_cycles;
use relate::groups::group_id;
use relate::ids::DeclarationIds;
use relate::left_out::LeftOutPath;
use relate::model::{GroupKind, LinkNames};
use relate::relate::{RelateInput, Relations, relate};
use relate::settings::json::Json;
use relate::settings::{SettingText, Settings};
use scan::file_entry::{ReadFile, parse_limit, plan_of, read_file_entry};
use scan::model::{Entry, EntryKind, FileEntry, FileStatus};
use serde_json::{Value, json};
use tree::generated_comment::says_generated;
use tree::globs::Glob;
use tree::kind::{has_extension, kind_of_content, kind_of_name, kind_of_shebang};
use tree::line_count::LineCount;
use tree::link_target::target_inside;
use tree::location::TreePath;
use tree::names::show_names;
use tree::policy::{Cut, Policy, PolicyOptions};
use tree::read::{FileContent, HEAD_BYTES};
use tree::roles::{ChosenRoles, RoleFinder, Roles};

fn vectors(name: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../../fixtures/vectors")
        .join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The languages with vectors in a folder of `relate`, for entries, which borrow the name of their language.
fn languages_of(folder: &str) -> Vec<&'static str> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../../fixtures/vectors/relate")
        .join(folder);
    let files = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut languages: Vec<&'static str> = files
        .map(|file| file.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter_map(|name| Some(&*name.strip_suffix(".json")?.to_owned().leak()))
        .collect();
    languages.sort_unstable();
    assert!(languages.len() >= 4, "{folder} has only {} files", languages.len());
    languages
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn texts<'v>(value: &'v Value, name: &str) -> Vec<&'v str> {
    list(value, name)
        .iter()
        .map(|it| it.as_str().expect("a text"))
        .collect()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or("")
}

fn from_hex(digits: &str) -> Vec<u8> {
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex"))
        .collect()
}

#[test]
fn globs() {
    let vectors = vectors("globs.json");
    for case in list(&vectors, "cases") {
        let glob = Glob::new(text(case, "glob"), "test").expect("a glob");
        let matches = |path: &&str| glob.matches(path.strip_suffix('/').unwrap_or(path), path.ends_with('/'));
        assert!(texts(case, "yes").iter().all(matches), "{case}");
        assert!(!texts(case, "no").iter().any(matches), "{case}");
    }
    for case in list(&vectors, "bad") {
        let source = text(case, "glob");
        let error = Glob::new(source, ".analyzerignore:7")
            .err()
            .unwrap_or_else(|| panic!("accepted: {case}"));
        assert!(
            error
                .message
                .starts_with(&format!(".analyzerignore:7: the glob '{source}' ")),
            "{error}"
        );
    }
}

#[test]
fn order_of_texts_and_of_raw_paths() {
    let vector = vectors("order.json");
    let expected = texts(&vector, "cases");
    let mut sorted = expected.clone();
    sorted.reverse();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);

    let vector = vectors("order-raw-paths.json");
    let expected: Vec<Vec<u8>> = texts(&vector, "cases").into_iter().map(from_hex).collect();
    let mut sorted = expected.clone();
    sorted.reverse();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
}

#[test]
fn kinds() {
    let vectors = vectors("entries-kinds.json");
    let shown = |kind: Option<&base::languages::kinds::FileKind>| {
        kind.map(|it| {
            let mut shown = json!({ "language": it.language });
            if let Some(dialect) = &it.dialect {
                shown["dialect"] = json!(dialect);
            }
            shown["parsed"] = json!(it.parsed);
            if it.shebang_first {
                shown["shebangFirst"] = json!(true);
            }
            if let Some(needed) = &it.needs_text {
                shown["needsText"] = json!(needed);
            }
            if it.declares_only {
                shown["declaresOnly"] = json!(true);
            }
            if it.is_host {
                shown["isHost"] = json!(true);
            }
            shown
        })
    };
    for case in list(&vectors, "names") {
        assert_eq!(
            shown(kind_of_name(text(case, "name"))).as_ref(),
            case.get("kind"),
            "{case}"
        );
    }
    let lines = list(&vectors, "shebangs");
    assert!(!lines.is_empty());
    for case in lines {
        let found = shown(kind_of_shebang(text(case, "line").as_bytes()));
        assert_eq!(found.as_ref(), case.get("kind"), "{case}");
    }
    for case in list(&vectors, "contents") {
        let name = text(case, "name");
        let by_name = kind_of_name(name);
        let may_be_script = by_name.is_none() && !has_extension(name);
        let found = shown(kind_of_content(by_name, may_be_script, text(case, "head").as_bytes()));
        assert_eq!(found.as_ref(), case.get("kind"), "{case}");
    }
}

#[test]
fn names() {
    for case in list(&vectors("entries-names.json"), "cases") {
        let raw: Vec<Vec<u8>> = texts(case, "names").into_iter().map(from_hex).collect();
        let shown: Vec<(String, bool)> = show_names(&raw).into_iter().map(|it| (it.name, it.lossy)).collect();
        let expected: Vec<(String, bool)> = list(case, "shown")
            .iter()
            .map(|it| (text(it, "name").to_owned(), it.get("lossy").is_some()))
            .collect();
        assert_eq!(shown, expected, "{case}");
    }
}

#[test]
fn link_targets() {
    for case in list(&vectors("entries-links.json"), "cases") {
        let link = TreePath {
            path: text(case, "link").to_owned(),
            raw: None,
        };
        let target = text(case, "target").as_bytes();
        let shown = target_inside(target, &link, Some(Path::new("/srv/root")));
        let shown = shown.map(|it| String::from_utf8(it.into_owned()).expect("UTF-8"));
        assert_eq!(shown.as_deref(), case["shown"].as_str(), "{case}");
    }
    let link = TreePath::default();
    assert_eq!(target_inside(b"/srv/root/a", &link, None), None);
}

#[test]
fn lines() {
    for case in list(&vectors("lines.json"), "cases") {
        let bytes = from_hex(text(case, "hex"));
        for length in 1..=bytes.len().max(1) {
            let mut count = LineCount::default();
            bytes.chunks(length).for_each(|piece| count.add(piece));
            assert_eq!(
                Some(count.lines()),
                case["lines"].as_u64(),
                "{case} in pieces of {length}"
            );
        }
    }
}

fn cut_text(cut: Option<Cut>) -> Option<(String, String)> {
    cut.map(|it| (it.reason.name().to_owned(), it.rule.to_string()))
}

fn expected_cut(case: &Value) -> Option<(String, String)> {
    case.get("cut")
        .map(|it| (text(it, "reason").to_owned(), text(it, "rule").to_owned()))
}

#[test]
fn policies() {
    let vectors = vectors("entries-policy.json");
    for set in list(&vectors, "sets") {
        let exclude: Vec<String> = texts(set, "exclude").into_iter().map(str::to_owned).collect();
        let ignored = texts(set, "ignore")
            .iter()
            .map(|it| Glob::new(it, ".analyzerignore").expect("a glob"))
            .collect();
        let all = set["all"] == json!(true);
        let options = PolicyOptions {
            profile: text(set, "profile"),
            all,
            exclude: &exclude,
            is_tracked: false,
            own: &[],
            cache: None,
        };
        let policy = Policy::new(&options, Vec::new(), ignored).expect("a policy");
        for case in list(set, "cases") {
            let is_script = case.get("script") == Some(&json!(true));
            let path = text(case, "path");
            let decided = match path.strip_suffix('/') {
                Some(directory) => policy.directory(directory),
                None => policy.file(path, is_script),
            };
            assert_eq!(cut_text(decided), expected_cut(case), "{}: {case}", set["about"]);
        }
    }
    for case in list(&vectors, "holding") {
        for (all, expected) in [(false, expected_cut(case)), (true, None)] {
            let options = PolicyOptions {
                profile: "logic",
                all,
                exclude: &[],
                is_tracked: false,
                own: &[],
                cache: None,
            };
            let policy = Policy::new(&options, Vec::new(), Vec::new()).expect("a policy");
            assert_eq!(
                cut_text(policy.directory_holding(texts(case, "names").into_iter())),
                expected,
                "{case}"
            );
        }
    }
}

#[test]
fn roles() {
    let mut finder = RoleFinder::new(ChosenRoles::default());
    for case in list(&vectors("entries-roles.json"), "cases") {
        let found = finder.of(text(case, "path"), text(case, "head").as_bytes());
        let expected = |name| case[name] == json!(true);
        let expected = Roles {
            is_test: expected("is_test"),
            is_vendored: expected("is_vendored"),
            is_generated: expected("is_generated"),
            is_example: expected("is_example"),
            is_benchmark: expected("is_benchmark"),
            is_configuration: expected("is_configuration"),
        };
        assert_eq!(found, expected, "{case}");
    }
}

#[test]
fn generated_comments() {
    let vectors = vectors("generated-comments.json");
    for (name, expected) in [("generated", true), ("written", false)] {
        let heads = texts(&vectors, name);
        assert!(!heads.is_empty());
        for head in heads {
            assert_eq!(says_generated(head.as_bytes()), expected, "{head:?}");
        }
    }
}

#[test]
fn statuses_before_parsing() {
    let mut finder = RoleFinder::new(ChosenRoles::default());
    for case in list(&vectors("entries-status.json"), "cases") {
        let times = case.get("times").and_then(Value::as_u64).unwrap_or(1);
        let bytes = text(case, "text").repeat(times as usize).into_bytes();
        let path = TreePath {
            path: text(case, "name").to_owned(),
            raw: None,
        };
        let size = bytes.len() as u64;
        let plan = plan_of(&path, size, None);
        let limit = parse_limit(case["max_bytes"].as_u64().expect("a limit"));
        let held = plan.may_be_parsed && size <= limit;
        let head = bytes.len().min(HEAD_BYTES);
        let reading = FileContent {
            size,
            sha256: [0; 32],
            lines: 1,
            head,
            held,
        };
        let (status, entry) = match read_file_entry(&plan, Ok(reading), &bytes, &mut finder, limit) {
            ReadFile::Complete(entry) => (entry.status.name(), entry),
            ReadFile::ToParse(entry, _) => ("parse", entry),
        };
        assert_eq!(status, text(case, "status"), "{case}");
        assert_eq!(
            entry.reason.as_deref(),
            case.get("reason").and_then(Value::as_str),
            "{case}"
        );
        if let Some(language) = case.get("language") {
            assert_eq!(entry.language, language.as_str(), "{case}");
        }
    }
}

#[test]
fn json_strings() {
    for case in list(&vectors("json-strings.json"), "cases") {
        let units: Vec<u16> = text(case, "units")
            .split_whitespace()
            .map(|it| u16::from_str_radix(it, 16).expect("hex"))
            .collect();
        // A lone surrogate is not a Rust string: the facts contain such names as escapes.
        let Ok(string) = String::from_utf16(&units) else {
            continue;
        };
        let mut quoted = String::new();
        push_quoted(&mut quoted, &string);
        assert_eq!(quoted, text(case, "json"), "{case}");
    }
}

#[test]
fn group_ids() {
    for case in list(&vectors("relate/group-ids.json"), "cases") {
        let kind = if text(case, "kind") == "function-body" {
            GroupKind::FunctionBody
        } else {
            GroupKind::FunctionShape
        };
        let fingerprint = from_hex(text(case, "fingerprint")).try_into().expect("32 bytes");
        assert_eq!(group_id(kind, &fingerprint), text(case, "id"), "{case}");
        assert_eq!(hex(&from_hex(text(case, "hashed_hex"))), text(case, "hashed_hex"));
    }
}

fn declaration(index: usize, given: &Value) -> DeclarationFacts {
    let qualified = given
        .get("qualified_name")
        .or(given.get("name"))
        .and_then(Value::as_str)
        .expect("a name");
    let number =
        |name: &str, otherwise: usize| given.get(name).and_then(Value::as_u64).unwrap_or(otherwise as u64) as u32;
    DeclarationFacts {
        kind: kind_named(given.get("kind").and_then(Value::as_str).unwrap_or("function")),
        name: given.get("name").and_then(Value::as_str).unwrap_or(qualified).into(),
        qualified_name: qualified.into(),
        parameters: Vec::new(),
        returns: None,
        exported: given.get("exported").and_then(Value::as_bool).unwrap_or(true),
        start_line: number("start_line", index + 1),
        end_line: number("end_line", index + 1),
        start_byte: number("start_byte", index * 100),
        end_byte: number("end_byte", index * 100 + 99),
        nodes: number("nodes", 20),
        within: -1,
        scope: None,
        reassigned: false,
        bound: texts(given, "bound").into_iter().map(Into::into).collect(),
        bases: texts(given, "bases").into_iter().map(base).collect(),
        function: None,
        tree_hash: None,
    }
}

fn base(name: &str) -> BaseFacts {
    BaseFacts {
        name: name.into(),
        kind: BaseKind::Extends,
        scope: None,
    }
}

fn kind_named(name: &str) -> DeclarationKind {
    use DeclarationKind::{Class, Enum, Function, Interface, Method, Trait, Type};
    let all = [Function, Method, Class, Interface, Enum, Type, Trait];
    all.into_iter()
        .find(|it| it.name() == name)
        .unwrap_or_else(|| panic!("no kind {name}"))
}

#[test]
fn ids() {
    for case in list(&vectors("relate/ids.json"), "cases") {
        let declarations: Vec<DeclarationFacts> = list(case, "declarations")
            .iter()
            .enumerate()
            .map(|(index, it)| declaration(index, it))
            .collect();
        let found = DeclarationIds::new(&declarations);
        let ids: Vec<String> = (0..declarations.len() as u32)
            .map(|index| found.of(text(case, "path"), &declarations, index).to_string())
            .collect();
        assert_eq!(ids, texts(case, "ids"), "{case}");
        for (index, id) in (0..).zip(&ids) {
            let behind_line = id.rsplit_once('@').and_then(|(_, it)| it.split_once(':'));
            let ordinal = behind_line.map_or(1, |(_, it)| it.parse().expect("a number"));
            let found = found.of(text(case, "path"), &declarations, index);
            assert_eq!(found.ordinal(), ordinal, "{id}");
        }
    }
}

#[test]
fn cycles() {
    for case in list(&vectors("relate/cycles.json"), "cases") {
        let imports = case["imports"].as_object().expect("imports");
        let mut paths: Vec<&str> = imports.keys().map(String::as_str).collect();
        paths.extend(
            imports
                .values()
                .flat_map(|it| it.as_array().into_iter().flatten().filter_map(Value::as_str)),
        );
        paths.sort_unstable();
        paths.dedup();
        let path = |path: &str| paths.binary_search(&path).expect("a path") as u32;
        let edges: Vec<(u32, u32)> = imports
            .iter()
            .flat_map(|(from, to)| {
                let targets = to.as_array().into_iter().flatten().filter_map(Value::as_str);
                targets.map(|to| (path(from), path(to)))
            })
            .collect();
        let ordered: Vec<u32> = (0..paths.len() as u32).collect();
        let shown = |files: &[u32]| files.iter().map(|it| paths[*it as usize]).collect::<Vec<_>>();
        let found: Vec<Value> = find_cycles(&ordered, &edges)
            .iter()
            .map(|it| json!({ "files": shown(&it.files), "example": shown(&it.example) }))
            .collect();
        assert_eq!(json!(found), case["cycles"], "{case}");
    }
}

fn import(given: &Value) -> ImportFacts {
    let target = text(given, "target");
    let names = texts(given, "names")
        .into_iter()
        .map(|written| match written.split_once(" as ") {
            Some((name, alias)) => ImportedName {
                name: name.into(),
                alias: Some(alias.into()),
            },
            None => ImportedName {
                name: written.into(),
                alias: None,
            },
        });
    ImportFacts {
        specifier: target.into(),
        names: names.collect(),
        line: 1,
        conditional: false,
        phase: ImportPhase::Load,
        lookup: match text(given, "lookup") {
            "path" => Lookup::Path,
            "directory" => Lookup::Directory,
            "autoload" => Lookup::Autoload,
            "dynamic" => Lookup::Dynamic,
            "class" => Lookup::Class,
            "function" => Lookup::Function,
            "constant" => Lookup::Constant,
            "script" => Lookup::Script,
            "loaded" => Lookup::Loaded,
            "suffix" => Lookup::Suffix,
            "glob" => Lookup::Glob,
            _ => Lookup::Module,
        },
        reexport: given.get("reexport").is_some(),
        scope: None,
        inline_types: false,
        elided: false,
        target: target.into(),
    }
}

fn written(name: &ImportedName) -> String {
    name.alias
        .as_ref()
        .map_or_else(|| name.name.to_string(), |alias| format!("{} as {alias}", name.name))
}

fn entry(path: &str, language: &'static str, facts: Option<FileFacts>) -> Entry {
    let file = FileEntry {
        size: 1,
        content: None,
        language: Some(language),
        dialect: None,
        encoding: None,
        status: FileStatus::Analyzed,
        reason: None,
        roles: Default::default(),
        errors: None,
        facts: facts.map(Arc::new),
    };
    Entry {
        path: path.to_owned(),
        name_lossy: false,
        what: EntryKind::File(Box::new(file)),
    }
}

fn related(
    entries: &[Entry],
    left_out: &[LeftOutPath<'_>],
    source_roots: &[String],
    settings: &BTreeMap<String, SettingText>,
) -> Relations {
    let cancelled = AtomicBool::new(false);
    relate(&RelateInput {
        entries,
        left_out,
        source_roots,
        settings,
        min_nodes: 12,
        kinds: &[GroupKind::FunctionBody, GroupKind::FunctionShape],
        limits: LIMITS,
        without_calls: false,
        with_copy_evidence: false,
        cancelled: &cancelled,
    })
    .expect("not cancelled")
}

#[test]
fn imports() {
    for language in languages_of("imports") {
        for case in list(&vectors(&format!("relate/imports/{language}.json")), "cases") {
            check_import(language, case);
        }
    }
}

#[test]
fn settings() {
    for case in list(&vectors("settings.json"), "cases") {
        let file = text(case, "file");
        let texts = BTreeMap::from([(file.to_owned(), Ok(text(case, "text").to_owned()))]);
        let settings = Settings::new(&texts);
        settings.read_all();
        let value = settings.value(file).map(|it| plain(&it));
        assert_eq!(value.as_ref(), case.get("value"), "{case}");
        let problems = settings.problems();
        let problems: Vec<&str> = problems.iter().map(|it| it.problem.as_str()).collect();
        let expected: Vec<&str> = case.get("problem").and_then(Value::as_str).into_iter().collect();
        assert_eq!(problems, expected, "{case}");
    }
}

fn plain(value: &Json) -> Value {
    match value {
        Json::Text(text) => json!(text),
        Json::List(items) => items.iter().map(plain).collect(),
        Json::Table(rows) => rows.iter().map(|(key, it)| (key.clone(), plain(it))).collect(),
        Json::True => json!(true),
        Json::Other => Value::Null,
    }
}

/// Configuration files; a string is their text.
fn settings_of(case: &Value) -> BTreeMap<String, SettingText> {
    let files = case.get("settings").and_then(Value::as_object).into_iter().flatten();
    files
        .map(|(path, content)| {
            let text = content.as_str().map_or_else(|| content.to_string(), str::to_owned);
            (path.clone(), Ok(text))
        })
        .collect()
}

fn check_import(language: &'static str, case: &Value) {
    let from = text(case, "from");
    let given = |path: &str| case.get("facts").and_then(|it| it.get(path)).cloned();
    let facts_of = |path: &str| {
        let given = given(path);
        if given.is_none() && path != from {
            return None;
        }
        let given = given.unwrap_or(Value::Null);
        let mut imports: Vec<ImportFacts> = list(&given, "imports").iter().map(import).collect();
        if path == from {
            imports.push(import(case));
        }
        let declared = texts(&given, "declares");
        let declarations = declared.iter().enumerate().map(|(index, written)| {
            let (kind, name) = written
                .strip_prefix("class ")
                .map_or(("function", *written), |name| ("class", name));
            declaration(index, &json!({ "name": name, "kind": kind }))
        });
        Some(FileFacts {
            declarations: declarations.collect(),
            imports,
            ..FileFacts::default()
        })
    };
    let entries: Vec<Entry> = texts(case, "files")
        .into_iter()
        .map(|path| entry(path, language, facts_of(path)))
        .collect();
    let left_out: Vec<LeftOutPath<'_>> = case
        .get("left_out")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(path, reason)| LeftOutPath {
            path: path.trim_end_matches('/'),
            is_file: !path.ends_with('/'),
            reason: reason.as_str().expect("a reason"),
        })
        .collect();
    let source_roots: Vec<String> = texts(case, "source_roots").into_iter().map(str::to_owned).collect();
    let relations = related(&entries, &left_out, &source_roots, &settings_of(case)).relations;
    let subject = given(from).map_or(0, |it| list(&it, "imports").len()) as u32;
    let importer = entries.iter().position(|it| it.path == from).expect("the importer");
    let found: Vec<_> = relations[importer]
        .iter()
        .flat_map(|it| &it.imports)
        .filter(|it| it.index == subject)
        .collect();
    let names = import(case).names;
    let links: Vec<Value> = found
        .iter()
        .map(|it| {
            let destination = &it.link.destination;
            let mut shown = json!({ "state": destination.state.name() });
            if found.len() > 1 {
                let places: Vec<usize> = match &it.link.names {
                    LinkNames::All => (0..names.len()).collect(),
                    LinkNames::Some(places) => places.iter().map(|at| *at as usize).collect(),
                };
                shown["names"] = json!(places.iter().map(|at| written(&names[*at])).collect::<Vec<_>>());
            }
            let paths: Vec<&str> = destination
                .files
                .iter()
                .map(|file| entries[*file as usize].path.as_str())
                .collect();
            if destination.file().is_some() {
                shown["path"] = json!(paths[0]);
            } else if !paths.is_empty() {
                shown["candidates"] = json!(paths);
            }
            if let Some(rule) = destination.rule {
                shown["rule"] = json!(rule);
            }
            if let Some(reason) = &destination.reason {
                shown["reason"] = json!(reason.text());
            }
            shown
        })
        .collect();
    assert_eq!(json!(links), case["links"], "{language}: {case}");
}

#[test]
fn calls() {
    for language in languages_of("calls") {
        for case in list(&vectors(&format!("relate/calls/{language}.json")), "cases") {
            check_calls(language, case);
        }
    }
}

fn check_calls(language: &'static str, case: &Value) {
    let files = case["files"].as_object().expect("files");
    let entries: Vec<Entry> = files
        .iter()
        .map(|(path, file)| entry(path, language, (!file.is_null()).then(|| call_facts(file))))
        .collect();
    let relations = related(&entries, &[], &[], &BTreeMap::new()).relations;
    for ((path, file), found) in files.iter().zip(&relations) {
        let calls = list(file, "calls");
        let outcomes: Vec<Value> = calls
            .iter()
            .enumerate()
            .map(|(index, call)| {
                let mut shown = json!({ "callee": call["callee"] });
                if let Some(around) = call.get("in") {
                    shown["in"] = around.clone();
                }
                if let Some(creates) = call.get("creates") {
                    shown["creates"] = creates.clone();
                }
                if let Some(object) = call.get("object") {
                    shown["object"] = object.clone();
                }
                if let Some(declared) = call.get("declared") {
                    shown["declared"] = declared.clone();
                }
                let Some(found) = found else { return shown };
                let outcome = found.calls.outcome(index);
                if outcome.state.name() != "unresolved" {
                    shown["state"] = json!(outcome.state.name());
                }
                if let Some(via) = outcome.via {
                    shown["via"] = json!(via.name());
                }
                if !outcome.candidates.is_empty() {
                    let id_of = |it: &relate::model::DeclarationRef| {
                        let (entry, of) = (&entries[it.file as usize], relations[it.file as usize].as_ref()?);
                        let declarations = &entry.file()?.facts.as_ref()?.declarations;
                        Some(of.ids.of(&entry.path, declarations, it.declaration).to_string())
                    };
                    shown["candidates"] = json!(outcome.candidates.iter().map(id_of).collect::<Vec<_>>());
                }
                if let Some(reason) = &outcome.reason {
                    shown["reason"] = json!(reason.text());
                }
                shown
            })
            .collect();
        assert_eq!(outcomes, calls, "{language}: {} in {path}", case["why"]);
    }
}

fn call_facts(file: &Value) -> FileFacts {
    let declared = list(file, "declarations");
    let within = |call: &Value| {
        let around = call.get("in").and_then(Value::as_str);
        declared
            .iter()
            .position(|it| Some(text(it, "name")) == around)
            .map_or(-1, |at| at as i32)
    };
    let declarations = declared.iter().enumerate().map(|(index, it)| {
        let qualified = text(it, "name");
        let simple = qualified
            .rfind(['.', '\\'])
            .map_or(qualified, |at| &qualified[at + 1..]);
        let mut facts = declaration(index, it);
        facts.qualified_name = qualified.into();
        facts.name = it.get("simple").and_then(Value::as_str).unwrap_or(simple).into();
        facts.within = within(it);
        let has_body = it.get("body") != Some(&json!(false));
        let body = [index as u8; 32];
        facts.function = has_body.then_some(FunctionHashes { body, shape: [255; 32] });
        facts
    });
    let exports = texts(file, "exports").into_iter().map(|it| {
        let (name, local) = it.split_once(" = ").expect("exported = local");
        ExportFacts {
            name: name.into(),
            local: local.into(),
        }
    });
    let mut calls = Calls::default();
    for call in list(file, "calls") {
        calls.push(text(call, "callee"), 1, within(call));
    }
    let objects = (0..).zip(list(file, "calls")).filter_map(|(index, call)| {
        let class = call.get("object")?.as_str()?.into();
        Some(ObjectFacts {
            call: index,
            class,
            scope: None,
            declared: call.get("declared").is_some(),
        })
    });
    let creates = (0..)
        .zip(list(file, "calls"))
        .filter(|(_, call)| call.get("creates").is_some());
    let scoped = creates.map(|(call, _)| ScopedCall { call, scope: CLASSES });
    FileFacts {
        scoped_calls: scoped.collect(),
        objects: objects.collect(),
        declarations: declarations.collect(),
        imports: list(file, "imports").iter().map(import).collect(),
        exports: exports.collect(),
        calls: calls.into(),
        ..FileFacts::default()
    }
}
