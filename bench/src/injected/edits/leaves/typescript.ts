import ts from 'typescript';
import { type Code, Positions, type Span } from './leaves.ts';

const SCRIPT = /\.[cm]?jsx?$/;
const PARSED_WITH_JSX = /(?:\.tsx|\.[cm]?jsx?)$/;

/** JavaScript and TypeScript by the TypeScript compiler. */
export function typescriptCode(source: string, path: string): Code | undefined {
  const file = ts.createSourceFile(`f${extension(path)}`, source, ts.ScriptTarget.Latest, true);
  const diagnostics: unknown = Reflect.get(file, 'parseDiagnostics');
  if (!SCRIPT.test(path) && Array.isArray(diagnostics) && diagnostics.length > 0) return undefined;
  const positions = new Positions(source);
  const [leaves, lists]: [number[], Span[][]] = [[], []];
  const visit = (node: ts.Node) => {
    if (isWithoutCode(node)) return;
    const list = listOf(node);
    if (list !== undefined) {
      lists.push(list.map((item) => positions.span({ from: item.getStart(file), to: item.end })));
    }
    const children = node.getChildren(file);
    if (children.length === 0 && node.end > node.getStart(file)) leaves.push(positions.at(node.getStart(file)));
    for (const child of children) visit(child);
  };
  visit(file);
  return { leaves, lists };
}

function extension(path: string): string {
  return PARSED_WITH_JSX.test(path) ? '.tsx' : path.endsWith('.d.ts') ? '.d.ts' : '.ts';
}

function isWithoutCode(node: ts.Node): boolean {
  if (ts.isJSDoc(node) || ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return true;
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier !== undefined;
  if (ts.isVariableStatement(node)) {
    if (isDeclare(node)) return true;
    return node.declarationList.declarations.every(({ initializer }) => initializer && isRequired(initializer));
  }
  if (ts.isMethodSignature(node) || ts.isCallSignatureDeclaration(node)) return true;
  if (ts.isConstructSignatureDeclaration(node)) return true;
  if (ts.isClassDeclaration(node) || ts.isModuleDeclaration(node)) return isDeclare(node);
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)) {
    return node.body === undefined;
  }
  return ts.isAccessor(node) && node.body === undefined;
}

function isDeclare(node: ts.HasModifiers): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}

/** `require('x')`, also with a property of it. */
function isRequired(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return isRequired(node.expression);
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require';
}

function listOf(node: ts.Node): readonly ts.Node[] | undefined {
  if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node)) return node.statements;
  if (ts.isCaseOrDefaultClause(node)) return node.statements;
  if (ts.isCaseBlock(node)) return node.clauses;
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) return node.members;
  if (ts.isEnumDeclaration(node)) return node.members;
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  return ts.isJsxElement(node) || ts.isJsxFragment(node) ? node.children : undefined;
}
