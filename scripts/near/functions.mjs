// The functions of a source file, by names that do not move with the lines.
import ts from 'typescript';

/** The name of what a component does when it is made. */
export const SET_UP = '<set-up>';
const SCRIPT = /<script[^>]*>\n?/;

/** What a file holds as TypeScript: all of it, or the script of a component; undefined if it has none. */
export function scriptOf(file, text) {
  if (!file.endsWith('.vue')) return { start: 0, code: text };
  const [tag] = SCRIPT.exec(text) ?? [];
  if (tag === undefined) return undefined;
  const start = text.indexOf(tag) + tag.length;
  return { start, code: text.slice(start, text.indexOf('</script>', start)) };
}

export function parse(file, code) {
  return ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
}

/**
 * All functions with a body, outer ones first: `name` is the path of names down to it, with the place among those of one name;
 * `start` and `end` are places in the text, `body` the node.
 */
export function functionsOf(file, text) {
  const script = scriptOf(file, text);
  if (!script) return [];
  const source = parse(file, script.code);
  const found = [];
  const seen = new Map();
  const visit = (node, above) => {
    let path = above;
    if (ts.isFunctionLike(node) && node.body) {
      const plain = [...above, ownName(node)].join('/');
      const count = (seen.get(plain) ?? 0) + 1;
      seen.set(plain, count);
      const name = count === 1 ? plain : `${plain}~${count}`;
      path = [name];
      const [start, end] = [script.start + node.getStart(source), script.start + node.end];
      found.push({ name, start, end, body: node.body, offset: script.start });
    } else if (ts.isClassLike(node) && node.name) path = [...above, node.name.text];
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(source, []);
  return found;
}

/** Its own name, or the name of the variable that it is assigned to or of the function that it is passed to. */
function ownName(node) {
  const own = node.name?.getText();
  if (own !== undefined) return ts.isGetAccessor(node) || ts.isSetAccessor(node) ? `${own}.` : own;
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const above = outermost(node).parent;
  if (ts.isCallExpression(above)) return `${lastName(above.expression)}()`;
  return above.name?.getText?.() ?? '()';
}

function outermost(node) {
  const { parent } = node;
  return ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) ? outermost(parent) : node;
}

function lastName(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : '';
}
