//! The data files themselves, as text; written by `npm run languages` from the files of `languages/`.

pub const BASH: &str = include_str!("../../../../../../languages/bash.json");
pub const BUILTIN_MODULES: &str = include_str!("../../../../../../languages/builtin-modules.json");
pub const CHARACTER_CLASSES: &str = include_str!("../../../../../../languages/character-classes.json");
pub const ENCODINGS: &str = include_str!("../../../../../../languages/encodings.json");
pub const ESTREE: &str = include_str!("../../../../../../languages/estree.json");
pub const EXCLUSIONS: &str = include_str!("../../../../../../languages/exclusions.json");
pub const HOSTS: &str = include_str!("../../../../../../languages/hosts.json");
pub const INDEX_ROWS: &str = include_str!("../../../../../../languages/index-rows.json");
pub const JAVASCRIPT: &str = include_str!("../../../../../../languages/javascript.json");
pub const LISTS: &str = include_str!("../../../../../../languages/lists.json");
pub const PHP: &str = include_str!("../../../../../../languages/php.json");
pub const PROFILES: &str = include_str!("../../../../../../languages/profiles.json");
pub const PROJECT_FILES: &str = include_str!("../../../../../../languages/project-files.json");
pub const PYTHON: &str = include_str!("../../../../../../languages/python.json");
pub const RELATIONS: &str = include_str!("../../../../../../languages/relations.json");
pub const ROLES: &str = include_str!("../../../../../../languages/roles.json");
pub const TYPESCRIPT: &str = include_str!("../../../../../../languages/typescript.json");
pub const UNSUPPORTED: &str = include_str!("../../../../../../languages/unsupported.json");

/// Each document that decides facts, in the order of the names. The handshake compares a digest of them.
pub const ALL: [&str; 18] = [
    BASH,
    BUILTIN_MODULES,
    CHARACTER_CLASSES,
    ENCODINGS,
    ESTREE,
    EXCLUSIONS,
    HOSTS,
    INDEX_ROWS,
    JAVASCRIPT,
    LISTS,
    PHP,
    PROFILES,
    PROJECT_FILES,
    PYTHON,
    RELATIONS,
    ROLES,
    TYPESCRIPT,
    UNSUPPORTED,
];

/// The languages that are parsed, with their data.
pub const PARSED: [(&str, &str); 5] = [
    ("bash", BASH),
    ("javascript", JAVASCRIPT),
    ("php", PHP),
    ("python", PYTHON),
    ("typescript", TYPESCRIPT),
];
