/**
 * The `stream` section of a language's data: what of a flat tree enters the canonical stream, and in which form.
 * Kinds are spelled as in the flat tree (`'x` for an anonymous token); `Parent.field` names a place.
 * docs/add-a-language.md describes each member.
 */
export interface StreamData {
  /** Write field names, and leave out null, false and empty lists, whose absence the names then tell (ESTree). */
  fields?: boolean;
  /** Scalars and lists that are written even when null, false or empty, by kind. */
  kept_fields?: Record<string, string[]>;
  /** Fields that only repeat what another says, by kind. */
  skipped_fields?: Record<string, string[]>;
  /** Kinds or scalar fields in whose text CRLF and CR become LF. */
  newlines?: string[];
  /** Kinds left out with all below them. */
  dropped?: string[];
  /** Leaves left out when nothing is left of them in normal form. */
  dropped_blank?: string[];
  /** Kinds left out as direct children of a kind. */
  dropped_in?: Record<string, string[]>;
  /** A token left out as the last child but for `closers`; with `others`, only beside that many more of it. */
  trailing?: Record<string, { token: string; others?: number }>;
  closers?: string[];
  /** Children left out when they hold nothing but brackets. */
  dropped_empty?: Record<string, string[]>;
  /** Kinds replaced by their children. */
  transparent?: string[];
  /** Kinds replaced by their child when their only list holds one. */
  transparent_single?: string[];
  /** Kinds replaced by their children unless they have a child of that kind. */
  transparent_without?: Record<string, string>;
  /** A transparent kind that stays in such a place over such a child; with `beside`, only near that kind or field. */
  kept_grouping?: { kind: string; places: string[]; children: string[]; beside?: string }[];
  /** A clause written as these nodes, one in the other, that close where its parent closes. */
  nested_clauses?: Record<string, string[]>;
  renamed?: Record<string, string>;
  /** Children of such kinds are leaves of their text in lower case, in the order of the list: modifiers. */
  sorted?: { parents: string[]; kinds: string[] };
  /** A kind written as one leaf of its source when it has a child of that kind. */
  verbatim_with?: Record<string, string>;
  /**
   * What stands between one of these tokens and `closing` is one leaf when it holds no inner node: a pattern with its
   * replacement, whose separating slash is left out when nothing follows it.
   */
  patterns?: Record<string, { operators: string[]; closing: string; as: string }>;
  /** Here-documents: what is taken away from the lines of their leaves. */
  here_documents?: {
    kinds: string[];
    bodies: string[];
    /** The leaf whose own indentation every line loses. */
    closing?: string;
    /** The token under which every line loses its leading tabs. */
    tabs?: string;
    /** The kind of a leaf that is blank up to the end of the opening line. */
    blanks?: string;
  };
  /**
   * What between two nodes counts although the parser takes it for layout: other characters than blanks and line ends,
   * lines that a backslash joins to one word, anything in `tight` kinds and around the words of `tight_words` in a kind,
   * a line end in `single_line` kinds (of those in `single_line_with` when they begin with that token), a missing blank
   * where `words` says that blanks part words: between children of `within` kinds, inside a kind of `openers` that
   * begins with one of its tokens, but not inside what is set `apart`.
   */
  gaps?: {
    tight: string[];
    single_line: string[];
    single_line_with: Record<string, string>;
    tight_words: Record<string, string[]>;
    words: { openers: Record<string, string[]>; within: string[]; apart: string[] };
  };
  /** Anonymous tokens write their text, because it holds more than their kind says. */
  token_text?: boolean;
  /** A token whose first and last occurrence in a kind stand for an opening and a closing one. */
  paired_tokens?: Record<string, { token: string; first: string; last: string }>;
  /** Leaves in a normal form: `number`, `string-prefix`, `string-end`, `lower-case`. */
  literals?: Record<string, string>;
  /**
   * Nodes written as one leaf of joined text; `others` says what another escape does: `keep` or `give-up`. Under a
   * sibling of kind `raw.prefix` that holds `raw.letter` an escape is text.
   */
  texts?: Record<string, TextData>;
  /** Kinds that are plain text inside `texts`. */
  text_parts?: string[];
  docstrings?: {
    /** Kinds whose body may begin with one, and the kind of that body; `root` is a body by itself. */
    bodies: string[];
    body: string;
    root: string;
    statement: string;
    literal: string[];
    /** The leaf before the quotes, and the letters in it that make it an expression. */
    prefix: string;
    not_prefixes: string[];
  };
  /**
   * Property keys (at `places`) written as identifiers when they are plain names, as numbers when they are whole
   * ones. `shorthand` is a scalar that says nothing but for a key of the name `shorthand_differs`.
   */
  key_strings?: {
    places: string[];
    unless: string;
    literal: string;
    identifier: string;
    name: string;
    value: string;
    shorthand: string;
    shorthand_differs: string;
  };
  jsx?: {
    parents: string[];
    /** The field of their children. */
    list: string;
    text: string;
    container: string;
    empty: string;
    attribute: string;
    literal: string;
  };
  /** The field that holds the own name, by kind of function. */
  name_fields: Record<string, string>;
  /** Kinds of identifiers and the role they have when `roles` says nothing else. */
  identifiers: Record<string, string>;
  /** The scalar field that holds an identifier's name (ESTree). */
  identifier_leaf?: string;
  /**
   * Roles by `Parent.field` or `Parent`; not where the parent's scalar field `unless` is true. `binds`: a literal
   * that may bind a name. `at`: other roles by the place of that parent.
   */
  roles: Record<string, RoleData & { at?: Record<string, RoleData> }>;
  /**
   * A kind of literal that is a variable where it is spelled as a name and what is around it is worked out as a number:
   * in one of the `places`, reached `through` such kinds only (`${a[i]}` of a shell).
   */
  bare_names?: { kind: string; places: string[]; through: string[] };
  /** What stands before the name in a kind of identifier, and is not in its leaf. */
  identifier_prefixes?: Record<string, string>;
  /** By role: names that cannot be chosen, and count as literals. */
  fixed_names?: Record<string, string[]>;
  /** Kinds inside which an identifier of role variable has role type. */
  type_contexts?: string[];
  /** Roles in which a function's own name refers to it. */
  reference_roles: string[];
  /** Member accesses (kinds, fields of the object, its spellings) by which a method refers to itself. */
  self_members: { kinds: string[]; objects: string[]; names: string[] };
  /** Places that bind a name, and pattern places to climb through on the way to one. */
  bindings: { fields: string[]; patterns: string[] };
}

/** A role, or `binds`. */
export interface RoleData {
  role?: string;
  unless?: string;
  binds?: boolean;
}

export interface TextData {
  as?: string;
  escapes: string;
  unescape: Record<string, string>;
  others: string;
  raw?: { prefix: string; letter: string };
}
