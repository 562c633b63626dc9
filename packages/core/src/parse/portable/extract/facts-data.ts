/**
 * The `facts` section of a language's data file; `docs/extend/language-data.md` describes each key and
 * `languages/language.schema.json` validates it. Kinds and fields are names of the flat tree.
 *
 * A *selector* selects a child: a field, `<kind>` for the first child of that kind, `#first` or `#last` for the first
 * or last child that is not a token, comment or gap; steps are joined by `/`.
 */
export interface FactsData {
  declarations: Record<string, DeclarationData>;
  /** By the kind of the node that names its value. */
  bindings?: Record<string, BindingData>;
  /** Kinds that add a prefix to the names inside of them without being a declaration. */
  containers?: Record<string, ContainerData>;
  names: NamesData;
  parameters?: ParametersData;
  /** Variables that are new objects. */
  objects?: ObjectsData;
  variables?: VariablesData;
  references?: ReferencesData;
  /** Selects the list of decorators in a declaration or parameter. */
  decorators?: string;
  comments?: CommentsData;
  exports: ExportsData;
  imports: { reader: string; kinds: string[] };
  calls: Record<string, CallData>;
  control: Record<string, ControlData>;
}

export interface DeclarationData {
  kind: string;
  /** Its kind directly in the body of a class. */
  in_class?: string;
  /** Selectors. */
  name?: string;
  parameters?: string;
  returns?: string;
  body?: string;
  /** When it only states a signature, so that its body does not count. */
  signature?: SignatureData;
  /** Base classes, in the order in which they are searched. */
  bases?: BasesData[];
}

/** True if the parent is of the kind `in` and has a child of the kind `each` with one of these names, or a dotted one that ends in it. */
export interface SignatureData {
  in: string;
  each: string;
  names: string[];
}

export interface BasesData {
  /** `extends` when absent. */
  kind?: string;
  /** Selector of the name of a base class or, with `each` or `list`, of its parent. */
  at: string;
  /** All children of this kind are selected. */
  each?: string;
  /** The children of the selected nodes are the names. */
  list?: boolean;
  /** Kinds of children that are not base classes. */
  skip?: string[];
  /** Kinds with arguments after the name of the class: the selector of the name. */
  generic?: Record<string, string>;
}

export interface ObjectsData {
  /** Kinds of calls that create an object of the class that they call. */
  created_by: string[];
  /** Kinds of `bindings` whose target can be a variable. */
  assigned_by: string[];
  /** Classes and functions can have the same name. */
  apart?: boolean;
  types?: TypesData;
}

/** Where types are declared, and how they name classes. */
export interface TypesData {
  /** Names of the object whose method runs. */
  receivers: string[];
  /** Kinds that give a variable or a property a type. */
  typed: Record<string, TypedData>;
  /** Wrappers: kind to the selector of the wrapped type or name. */
  through?: Record<string, string>;
  /** Kinds of unions and of lists in them. */
  unions?: string[];
  /** Texts of types and values of none. */
  nothing: string[];
  /** Kinds of types with arguments. */
  generic?: Record<string, { name: string; arguments: string }>;
  /** Types with an argument that mean its union with none. */
  optional?: string[];
  /** Kinds of types in quotes: the selector of the text. */
  quoted?: Record<string, string>;
  /** Kinds whose text is the name of a built-in type. */
  built_in?: string[];
  /** Kinds of types of arrays. */
  arrays?: string[];
  /** Kinds that declare a name of a type: the selector of the name. */
  parameters?: Record<string, string>;
}

export interface TypedData {
  /** Selector of the name; absent if the kind is the name itself. */
  target?: string;
  /** Selector of the type. */
  type: string;
  /** The target in the body of a class is a property of it, without this prefix of its name. */
  property?: string;
  /** That property is a parameter of the constructor. */
  promoted?: boolean;
}

/** Which uses of names are references. */
export interface ReferencesData {
  /** Kinds of names. */
  names: string[];
  /** Names of the language that are references if no scope binds them. */
  globals?: string[];
  /** The kind of reference at positions (`kind.field` or `kind`); at others it is `value`. */
  positions?: Record<string, string>;
  /** Positions at which code reads a name of the language, but does not keep its value. */
  inspected?: string[];
  /** Positions without references. */
  none?: string[];
  /** If this is true for the node of a position in `none`, the name there is a reference. */
  unless?: TestData;
  /** Kinds of lists, whose children have the position of the list. */
  lists?: string[];
  /** Kinds of nodes in which all names are types. */
  types?: string[];
  quoted?: QuotedData;
}

/** Types that are written as a string. */
export interface QuotedData {
  /** Kind of the content of a string. */
  kind: string;
  /** Kind of the node around the string. */
  within: string;
  /** Types whose arguments are not types. */
  except: string[];
}

/** Where names are bound, and where they are visible. */
export interface VariablesData {
  /** Kinds with names of their own: `function`, `closed`, `block`, `class`, `namespace`. */
  scopes: Record<string, string>;
  /** Positions (`kind.field` or `kind`) of names, and the scope that they bind. */
  bound: Record<string, string>;
  /** Positions of patterns in them; `kind.#first` for the first child only. */
  patterns: string[];
  /** Kinds around a bound position `here` that make it `function`. */
  hoisted?: Record<string, TestData>;
  /** Bound positions that give no value. */
  no_value?: string[];
  /** An import can be the value of a variable. */
  imported_values?: boolean;
  /** Kinds of values that cannot be called. */
  not_called?: string[];
}

export interface BindingData {
  /** Selector of the binding's target; or `name`, a fixed name. */
  target?: string;
  name?: string;
  /** Selector of the value: only that child is bound. */
  value: string;
  /** The value's own name has precedence. */
  weak?: boolean;
  /** The kind of a bound function, of one directly in the body of a class, and tests for methods. */
  kind?: string;
  in_class?: string;
  method_when?: TestData[];
  /** If true, the target is an expression and its name `[text]`. */
  computed?: TestData;
  /** If true, the child's text and a blank precede the name (`get x`). */
  accessor?: TestData;
}

export interface ContainerData {
  /** Selector of the prefix; without it the container is named by its binding, or not at all. */
  name?: string;
  /** Separator after this segment; default is `.`. */
  separator?: string;
  /** Without this child the container extends to the next one of its kind or the end of its parent. */
  body?: string;
  /** Only declarations in export statements are exported. */
  closed?: boolean;
}

export interface NamesData {
  /** Kinds that are a single name. */
  leaf: Record<string, LeafData>;
  /** Kinds that are names as keys of properties and as module names. */
  key?: Record<string, LeafData>;
  /** Kinds that are a name after a receiver. */
  member?: Record<string, MemberData>;
  /** Wrappers: kind to the selector of the wrapped child. */
  through?: Record<string, string>;
  /** Calls that are a name when a member follows: `super()`; with two arguments `super(first)`. */
  receiver?: Record<string, ReceiverData>;
  /** Kinds whose name is the concatenation of the names of all children. */
  join?: string[];
  /** The segment between a class and members that are added later (JavaScript's `prototype`). */
  prototype?: string;
}

export interface ReceiverData {
  /** Selectors. */
  callee: string;
  arguments: string;
  /** The possible callees. */
  is: string[];
}

export interface LeafData {
  /** Selector of the child with the text; default is the node's own text. */
  text?: string;
  prefix?: string;
  /** Characters removed from the text. */
  without?: string;
}

export interface MemberData {
  object: string;
  name: string;
  computed?: TestData | boolean;
}

/** True if the text of a selected child is one of `is`. */
export interface TestData {
  at: string;
  is: string[];
}

export interface ParametersData {
  /** Kinds that bind a name. */
  names: string[];
  /** Fields and kinds inside of parameters without bindings (defaults, types). */
  skip_fields?: string[];
  skip_kinds?: string[];
}

/** Syntax of comments. */
export interface CommentsData {
  kinds: string[];
  line?: string[];
  block?: [string, string][] | string[][];
  /** In trees without comments: the kinds whose text can look like one. */
  not_in?: string[];
}

export interface ExportsData {
  /** `all`: all declarations outside of functions; `listed`: only those exported by a statement, list or assignment. */
  default: string;
  /** Kinds that export the declaration in them, and kinds that may be between. */
  statements?: string[];
  between?: string[];
  /** Dotted names of objects whose members are exported. */
  objects?: string[];
  private?: PrivateData;
}

export interface PrivateData {
  prefix?: string;
  /** A name that starts and ends with this is not private because of its prefix. */
  unless_around?: string;
  /** Tests of the declaration or its binding. */
  when?: TestData[];
  /** How a declaration starts that no code can name (a test of bats). */
  starts?: string;
}

export interface CallData {
  /** Selector of the called expression, or a receiver and a name in the call itself. */
  callee: string | MemberData;
  /** The callee of a construct without a name, such as PHP's backticks. */
  as?: string;
  /** Only a node with one of these texts is a call. */
  written?: string[];
  /** Only a callee whose text starts with one of these is a call, by that name without the slash at its end. */
  starts?: string[];
  /** Callees (in lower case) that are not calls. */
  except?: string[];
  /** Callees that are control structures, with their kind, and not calls. */
  control?: Record<string, string>;
}

export interface ControlData {
  /** Absent if the kind only marks conditional code. */
  kind?: string;
  /** Selectors of children that always run with the node; code after the last of them is conditional. */
  always?: string[];
  when?: TestData;
  /** A node at this position continues its parent: it has the same depth. */
  continues?: { parent: string; field?: string };
}
