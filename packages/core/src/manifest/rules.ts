/**
 * The one table of what a manifest can be found to have. `docs/manifest-rules.md` has a section for each rule, and a
 * test holds the two together. `{name}` stands for a detail that whoever reports fills in.
 */

/** `error` makes a manifest invalid; `warning` and `note` do so only when the reader is strict. */
export type Severity = 'error' | 'warning' | 'note';

export type Layer = 'text' | 'schema' | 'lint';

interface Rule {
  severity: Severity;
  message: string;
  /** What to do about it. */
  remedy: string;
  /** With it nothing of the file could be read. */
  fatal?: true;
  /** All that a detail can be, where that is known; `{}` stands for some text of the file. Others are such texts. */
  variants?: Readonly<Record<string, readonly string[]>>;
}

export const RULES = {
  'text/empty': {
    severity: 'error',
    message: 'the file holds no value',
    remedy: 'Write an object with contracts or files.',
    fatal: true,
  },
  'text/too-large': {
    severity: 'error',
    message: 'the file has more than {limit}',
    remedy: 'Split it into several manifests.',
    fatal: true,
  },
  'text/too-deep': {
    severity: 'error',
    message: 'values are nested more than {limit} deep',
    remedy: 'Flatten what stands here; nothing from here on was read.',
    fatal: true,
  },
  'text/too-many-values': {
    severity: 'error',
    message: 'the file holds more than {limit} values',
    remedy: 'Split it into several manifests; nothing from here on was read.',
    fatal: true,
  },
  'text/not-text': {
    severity: 'error',
    message: 'the file is no UTF-8 text: {what}',
    remedy: 'Save it as UTF-8.',
    fatal: true,
    variants: {
      what: ['it begins like UTF-16', 'it holds null bytes, as UTF-16 and binary files do'],
    },
  },
  'text/encoding': {
    severity: 'error',
    message: '{bytes} is no UTF-8',
    remedy: 'Save the file as UTF-8.',
  },
  'text/byte-order-mark': {
    severity: 'note',
    message: 'the file begins with a byte order mark',
    remedy: 'Save it without one: many readers of JSON refuse it.',
  },
  'text/no-json': {
    severity: 'error',
    message: '{found} begins no JSON value',
    remedy: 'A manifest in JSON begins with {; one in YAML has a name that ends in .yaml or .yml.',
    fatal: true,
  },
  'text/unexpected': {
    severity: 'error',
    message: '{found} is not allowed here',
    remedy: 'Remove it.',
  },
  'text/bare-word': {
    severity: 'error',
    message: '{found} is no JSON value',
    remedy: 'Write {instead}.',
    variants: {
      instead: [
        'true',
        'false',
        'null',
        'null, or leave the member out',
        'null: JSON has no such number',
        'it in double quotes',
        '"{}"',
      ],
    },
  },
  'text/bare-name': {
    severity: 'error',
    message: 'the name {found} has no quotes',
    remedy: 'Write {instead}.',
  },
  'text/quotes': {
    severity: 'error',
    message: 'a text in {quotes} quotes',
    remedy: 'Put it in double quotes.',
    variants: {
      quotes: ['single', 'backward'],
    },
  },
  'text/comment': {
    severity: 'error',
    message: 'JSON has no comments',
    remedy: 'Remove it, or write the manifest in YAML.',
  },
  'text/missing-comma': {
    severity: 'error',
    message: 'a comma is missing before {found}',
    remedy: 'Put a comma after the value before it.',
  },
  'text/extra-comma': {
    severity: 'error',
    message: 'nothing stands {where} this comma',
    remedy: 'Remove the comma.',
    variants: {
      where: ['before', 'behind'],
    },
  },
  'text/missing-colon': {
    severity: 'error',
    message: 'a colon is missing after the name {name}',
    remedy: 'Put a colon between name and value.',
  },
  'text/missing-value': {
    severity: 'error',
    message: 'the name {name} has no value',
    remedy: 'Write a value behind the colon.',
  },
  'text/unclosed': {
    severity: 'error',
    message: 'the {open} of line {line}, column {column} is never closed',
    remedy: 'Add the missing {close}.',
    variants: {
      open: ['{', '['],
      close: ['}', ']'],
    },
  },
  'text/wrong-bracket': {
    severity: 'error',
    message: '{found} closes nothing: {open} is open since line {line}, column {column}',
    remedy: 'Write {close}, or remove it.',
    variants: {
      found: ['}', ']'],
      open: ['{', '['],
      close: ['}', ']'],
    },
  },
  'text/after-end': {
    severity: 'error',
    message: 'something stands behind the end of the document: {found}',
    remedy: 'Remove it: a manifest is one value.',
  },
  'text/unclosed-string': {
    severity: 'error',
    message: 'this text is not closed on its line',
    remedy: 'Add the closing quote; a line break in a text is written \\n.',
  },
  'text/control-character': {
    severity: 'error',
    message: 'the control character {found} stands raw in a text',
    remedy: 'Write it as {instead}.',
    variants: {
      instead: ['\\b', '\\f', '\\t', '\\u{}'],
    },
  },
  'text/escape': {
    severity: 'error',
    message: '{found} is no escape of JSON',
    remedy: 'Write \\\\ for a backslash; the others are \\" \\/ \\b \\f \\n \\r \\t and \\u with four hex digits.',
  },
  'text/half-character': {
    severity: 'warning',
    message: '{found} is half of a surrogate pair and stands for no character',
    remedy: 'Write both halves, or the character itself.',
    variants: {
      found: ['\\u{}', 'U+{}'],
    },
  },
  'text/number-form': {
    severity: 'error',
    message: '{found} is not how JSON writes a number',
    remedy: 'Write it with digits as in -1.5e3: no leading zero, no plus, a digit on both sides of the point.',
  },
  'text/number-changes': {
    severity: 'error',
    message: 'most readers take {found} for {instead}',
    remedy: 'Write a number that a double holds, or put it in quotes.',
    variants: {
      instead: ['infinity', 'null, as JSON has no such number', 'something else', '{}'],
    },
  },
  'text/duplicate-name': {
    severity: 'error',
    message: 'the name {name} stands here already, in line {line}, column {column}',
    remedy: 'Keep one of the two: most readers see only the last.',
  },
  'text/yaml': {
    severity: 'error',
    message: 'is no YAML: {problem}',
    remedy: 'Mend it; of what follows nothing was read.',
  },
  'text/yaml-documents': {
    severity: 'error',
    message: 'a second document begins here',
    remedy: 'Keep one document in a file.',
  },
  'text/yaml-name': {
    severity: 'error',
    message: 'a name that is {found}, not a text',
    remedy: 'Names are texts: put it in quotes.',
    variants: {
      found: ['a number', 'a boolean', 'null', 'an object', 'a list', 'of another type', 'an alias of no text'],
    },
  },
  'text/yaml-merge': {
    severity: 'error',
    message: 'a merge key',
    remedy: 'Write the members out: YAML 1.2 has no merge keys.',
  },
  'text/yaml-alias': {
    severity: 'error',
    message: 'the alias *{name} {problem}',
    remedy: '{instead}',
    variants: {
      problem: ['names nothing', 'stands in its own value'],
      instead: ['Put &{} before a value above.', 'Write the value out.'],
    },
  },
  'text/yaml-tag': {
    severity: 'error',
    message: 'the tag {tag} {problem}',
    remedy: 'Remove the tag: a manifest has the types of JSON alone.',
    variants: {
      problem: ['is for none of the types of JSON', 'does not fit its value'],
    },
  },
  'schema/type': {
    severity: 'error',
    message: '{what} must be {expected}, and is {found}',
    remedy: '{instead}',
    variants: {
      what: ['the manifest', 'contract {}', 'item {} of {}', '{}'],
      expected: ['an object', 'a list', 'a text', 'a whole number'],
      found: ['an object', 'a list', 'the text {}', 'the number {}', 'true', 'false', 'null'],
      instead: [
        'Write [{}].',
        'Write {} without quotes.',
        'Write "{}".',
        'Leave it out, or give it a value.',
        'Put an object here.',
        'Put a list here.',
        'Put a text here.',
        'Put a whole number here.',
      ],
    },
  },
  'schema/required': {
    severity: 'error',
    message: '{what} lacks {name}',
    remedy: 'Add "{name}": {hint}.',
    variants: {
      name: ['scope', 'intent'],
      hint: ['the unit it is for, such as "function:parse"', 'what the unit is to do'],
    },
  },
  'schema/minimum': {
    severity: 'error',
    message: '{what} must be at least {limit}, and is {found}',
    remedy: 'Write a whole number from {least} to {most}.',
  },
  'schema/maximum': {
    severity: 'error',
    message: '{what} must be at most {limit}, and is {found}',
    remedy: 'Write a whole number from {least} to {most}.',
  },
  'lint/unknown-member': {
    severity: 'note',
    message: '{name} is no member of {what}{nearest}',
    remedy: 'Correct the name, or begin it with x- if it is your own.',
    variants: {
      what: ['a manifest', 'a contract'],
      nearest: ['', '; did you mean {}?'],
    },
  },
  'lint/duplicate-id': {
    severity: 'error',
    message: 'the id {id} is that of the contract in line {line}, column {column}',
    remedy: 'Give each contract an id of its own.',
  },
  'lint/empty-text': {
    severity: 'warning',
    message: '{name} says nothing',
    remedy: 'Say {hint}.',
    variants: {
      name: ['scope', 'intent'],
      hint: ['which unit of code it is for', 'what the unit is to do'],
    },
  },
  'lint/todo': {
    severity: 'warning',
    message: 'the intent is still to be written',
    remedy: 'Say what the unit is to do.',
  },
  'lint/contradiction': {
    severity: 'error',
    message: '{name} is in forbid and in {other}',
    remedy: 'Remove it from one of the two.',
    variants: {
      other: ['require', 'effect'],
    },
  },
  'lint/file-key': {
    severity: 'error',
    message: 'the file key {key} {problem}',
    remedy: "Write the file's path below the project, with / between its names.",
    variants: {
      problem: ['is empty', 'is an absolute path', 'has backslashes', 'names a folder', 'leads out of the project'],
    },
  },
  'lint/version-form': {
    severity: 'warning',
    message: 'the version {version} is of no known form',
    remedy: 'Write MAJOR.MINOR, such as 1.0.',
  },
  'lint/version-newer': {
    severity: 'warning',
    message:
      'version {version} is newer than what this program knows, 1.x: members it added or changed are read as in 1.x',
    remedy: 'Use a newer program, or check that the manifest uses only what 1.x has.',
  },
  'lint/selector': {
    severity: 'warning',
    message: 'the scope {scope} looks like the selector {nearest}, and is read as free text',
    remedy: 'Write {instead}, or leave the colon out.',
    variants: {
      nearest: ['function:', 'method:', 'class:', 'module:'],
    },
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

/** A row of the table with what only some rows have. */
export function ruleOf(id: RuleId): Rule {
  return RULES[id];
}

export function layerOf(id: RuleId): Layer {
  const [layer] = id.split('/');
  return layer === 'text' || layer === 'schema' ? layer : 'lint';
}

type DetailNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | DetailNames<Rest>
  : never;

type Variant<Text extends string> = Text extends `${infer Before}{}${infer After}`
  ? `${Before}${string}${Variant<After>}`
  : Text;

type Detail<Row, Name> = Row extends { variants: infer Variants }
  ? Name extends keyof Variants
    ? Variants[Name] extends readonly string[]
      ? Variant<Variants[Name][number]>
      : never
    : string
  : string;

/** The details that message and remedy of a rule ask for. */
export type RuleDetails<Id extends RuleId> = {
  [Name in DetailNames<(typeof RULES)[Id]['message']> | DetailNames<(typeof RULES)[Id]['remedy']>]: Detail<
    (typeof RULES)[Id],
    Name
  >;
};

/** @returns the text with each `{detail}` in its place */
export function filled(template: string, details: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole);
}
