//! Formats of files with code of other languages in them.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Map;

use super::documents;
use super::mode::ParseMode;

#[derive(Deserialize)]
pub struct Host {
    pub extensions: Vec<String>,
    /// Finds the regions of code.
    pub finder: String,
    /// A line that starts with it before and after code at the start of a file.
    pub fence: Option<String>,
    /// Name of the mode of a script that states no language.
    pub default: String,
}

/// How a parser reads the code of a host.
#[derive(Deserialize)]
pub struct HostMode {
    pub language: String,
    pub dialect: Option<String>,
}

impl HostMode {
    pub fn mode(&'static self) -> ParseMode<'static> {
        ParseMode {
            language: &self.language,
            dialect: self.dialect.as_deref(),
        }
    }
}

pub struct Hosts {
    hosts: Vec<(String, Host)>,
    /// In order: a file has the last one that one of its scripts has.
    pub modes: Vec<(String, HostMode)>,
    scripts: Vec<(String, String)>,
    kernels: Vec<(String, String)>,
    python_cells: Vec<String>,
    pub here_documents: HereDocuments,
}

/// Commands of Bash whose standard input is a program.
#[derive(Deserialize)]
pub struct HereDocuments {
    /// By name, without a version.
    pub programs: HashMap<String, HereProgram>,
    /// By name, of one or two words.
    pub prefixes: HashMap<String, Prefix>,
    /// Commands that copy their standard input to a file: `redirect` or `operand`.
    pub writers: HashMap<String, String>,
}

#[derive(Deserialize)]
pub struct HereProgram {
    pub language: String,
    /// They take the next word.
    pub options_with_value: Vec<String>,
    /// With one of them the standard input is data.
    pub program_elsewhere: Vec<String>,
    /// After one of them all operands are arguments.
    pub program_here: Vec<String>,
}

/// A command that starts another command after its options and operands.
#[derive(Deserialize)]
pub struct Prefix {
    pub operands: u32,
    pub options_with_value: Vec<String>,
    /// With one of them the standard input is data.
    #[serde(default)]
    pub program_elsewhere: Vec<String>,
    /// Starts a shell if no command follows.
    #[serde(default)]
    pub shell: bool,
}

impl Hosts {
    pub fn all(&self) -> impl Iterator<Item = (&str, &Host)> {
        self.hosts.iter().map(|(id, host)| (id.as_str(), host))
    }

    /// The id, which is the dialect of the files, and the host.
    pub fn get(&self, id: &str) -> Option<(&str, &Host)> {
        self.all().find(|(its, _)| *its == id)
    }

    /// The name of a mode by a value of `lang` or `type`; empty for that of the host.
    pub fn script_mode(&self, value: &str) -> Option<&str> {
        let (_, mode) = self.scripts.iter().find(|(its, _)| its == value)?;
        Some(mode)
    }

    /// The name of a mode by the language of a notebook.
    pub fn kernel_mode(&self, language: &str) -> Option<&str> {
        let (_, mode) = self.kernels.iter().find(|(its, _)| its == language)?;
        Some(mode)
    }

    /// Whether cells that start with a magic command have Python after it.
    pub fn is_python_cell(&self, magic: &str) -> bool {
        self.python_cells.iter().any(|it| it == magic)
    }
}

#[derive(Deserialize)]
struct Document {
    hosts: Map<String, serde_json::Value>,
    modes: Map<String, serde_json::Value>,
    scripts: Map<String, serde_json::Value>,
    kernels: Map<String, serde_json::Value>,
    python_cells: Vec<String>,
    here_documents: HereDocuments,
}

pub static HOSTS: LazyLock<Hosts> = LazyLock::new(|| {
    let document: Document = serde_json::from_str(documents::HOSTS).expect("a test checks the data of hosts");
    Hosts {
        hosts: rows(document.hosts),
        modes: rows(document.modes),
        scripts: rows(document.scripts),
        kernels: rows(document.kernels),
        python_cells: document.python_cells,
        here_documents: document.here_documents,
    }
});

fn rows<Row: serde::de::DeserializeOwned>(map: Map<String, serde_json::Value>) -> Vec<(String, Row)> {
    let row = |value| serde_json::from_value(value).expect("a test checks the data of hosts");
    map.into_iter().map(|(name, value)| (name, row(value))).collect()
}
