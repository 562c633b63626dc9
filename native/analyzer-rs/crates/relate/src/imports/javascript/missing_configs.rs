//! Configurations that others name.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::settings::{SettingText, Settings};

use super::packages::Packages;
use super::tsconfig::Configs;

/// The configurations that others name with `extends` or `references` and whose text is not given: the paths of each.
pub fn missing_configs(texts: &BTreeMap<String, SettingText>) -> Vec<[String; 3]> {
    let names_others = |text: &String| text.contains("\"extends\"") || text.contains("\"references\"");
    if !texts.values().flatten().any(names_others) {
        return Vec::new();
    }
    let settings = Settings::new(texts);
    let packages = Rc::new(Packages::new(&settings));
    Configs::new(&settings, packages).missing()
}
