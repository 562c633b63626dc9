import ts from 'typescript';
import type { SampledFunction } from '../../functions/sample.ts';
import type { Locals, LocalsReader, Occurrence, Trait } from '../locals.ts';

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  alwaysStrict: false,
  jsx: ts.JsxEmit.Preserve,
  noLib: true,
  noResolve: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};

/** JavaScript and TypeScript by the symbols of the TypeScript compiler: variables, parameters, inner functions, types. */
export const typescriptLocals: LocalsReader = {
  tool: `TypeScript ${ts.version}`,
  locals(sample) {
    const { file, checker } = programOf(sample);
    const own = functionAt(file, sample.from);
    if (own === undefined) return { unsafe: 'the reader finds no function' };
    const unsafe = whyUnsafe(own);
    return unsafe === undefined ? localsOf(own, checker) : { unsafe };
  },
};

function programOf({ source, mode }: SampledFunction): { file: ts.SourceFile; checker: ts.TypeChecker } {
  const extension = mode.language === 'javascript' ? 'jsx' : mode.dialect === 'tsx' ? 'tsx' : 'ts';
  const name = `/f.${extension}`;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const program = ts.createProgram([name], OPTIONS, {
    ...{ fileExists: (path) => path === name, readFile: (path) => (path === name ? source : undefined) },
    ...{ getSourceFile: (path) => (path === name ? file : undefined), writeFile: () => {} },
    ...{ getDefaultLibFileName: () => '', getCurrentDirectory: () => '/', getCanonicalFileName: (path) => path },
    ...{ useCaseSensitiveFileNames: () => true, getNewLine: () => '\n' },
  });
  return { file, checker: program.getTypeChecker() };
}

/** The first function with a body at or after a position, outer before inner. */
function functionAt(file: ts.SourceFile, from: number): ts.Node | undefined {
  const visit = (node: ts.Node): ts.Node | undefined =>
    node.getStart(file) >= from && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
      ? node
      : ts.forEachChild(node, visit);
  return visit(file);
}

function whyUnsafe(own: ts.Node): string | undefined {
  const visit = (node: ts.Node): string | undefined => {
    if (ts.isWithStatement(node)) return '`with`';
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'eval')
      return '`eval`';
    if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))
      return 'a parameter is a property too';
    return ts.forEachChild(node, visit);
  };
  return visit(own);
}

function localsOf(own: ts.Node, checker: ts.TypeChecker): Locals {
  const symbols = new Set<ts.Symbol>();
  const names = new Set<string>();
  const declare = (node: ts.Node) => {
    const name = declaredName(node);
    const symbol = node === own || name === undefined ? undefined : checker.getSymbolAtLocation(name);
    if (name !== undefined && symbol !== undefined) {
      symbols.add(symbol);
      names.add(name.text);
    }
    ts.forEachChild(node, declare);
  };
  declare(own);
  const occurrences: Occurrence[] = [];
  const traits = new Set<Trait>();
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && names.has(node.text)) {
      const symbol = symbolOf(node, checker);
      if (symbol !== undefined && symbols.has(symbol)) occurrences.push(occurrence(node));
      else if (!isMember(node) && node.parent !== own) traits.add('shared');
    }
    ts.forEachChild(node, visit);
  };
  visit(own);
  return { occurrences, traits };
}

/** Whether a name belongs to a member, an attribute or a label: these never conflict with variables. */
function isMember(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent))
    return parent.name === node;
  return (
    ts.isClassElement(parent) ||
    ts.isTypeElement(parent) ||
    (ts.isObjectLiteralElement(parent) && !ts.isShorthandPropertyAssignment(parent)) ||
    ts.isEnumMember(parent) ||
    ts.isMetaProperty(parent) ||
    ts.isNamedTupleMember(parent) ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent)
  );
}

function declaredName(node: ts.Node): ts.Identifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isTypeParameterDeclaration(node);
  if (!isDeclaration || node.name === undefined || !ts.isIdentifier(node.name)) return undefined;
  return node.name.text === 'this' ? undefined : node.name;
}

function symbolOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node)
    return checker.getShorthandAssignmentValueSymbol(parent);
  return checker.getSymbolAtLocation(node);
}

function occurrence(node: ts.Identifier): Occurrence {
  const { parent } = node;
  const isKeyToo =
    (ts.isShorthandPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) &&
      ts.isObjectBindingPattern(parent.parent) &&
      parent.name === node &&
      parent.propertyName === undefined &&
      parent.dotDotDotToken === undefined);
  const range = { at: node.getStart(), name: node.text };
  return isKeyToo ? { ...range, before: `${node.text}: ` } : range;
}
