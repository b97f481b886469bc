// The small faults that a source file can be given, each as a replacement of a part of its text.
import ts from 'typescript';
import { parse, scriptOf } from '../near/functions.mjs';

const { SyntaxKind: Kind } = ts;
/** What a template evaluates: directives, bound attributes, handlers and texts. */
const EXPRESSIONS = /(?:\sv-[\w-]+(?::[\w-]+)?|\s[:@][\w.:-]+)="([^"]+)"|\{\{(.+?)\}\}/gs;
const TEMPLATE = 'template';
const NEIGHBOURS = new Map([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
]);
const OPPOSITES = new Map([
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.PlusToken, '-'],
  [Kind.MinusToken, '+'],
]);
const CONDITION = ['true', 'false'];
const JUNCTIONS = [Kind.AmpersandAmpersandToken, Kind.BarBarToken, Kind.QuestionQuestionToken];
/** What answers the same however its arguments are ordered. */
const EITHER_WAY = /^Math\.(?:min|max)$/;
/** Calls whose result is of the same type as what they are called on. */
const STEPS =
  /^(?:filter|sort|toSorted|reverse|toReversed|slice|trim|trimEnd|trimStart|toLowerCase|toUpperCase|where|andWhere|orderBy|limit|offset|normalize)$/;

/** All faults of a file: `{ kind, start, end, by, line }`, in the order of their places. */
export function mutationsOf(file, text) {
  const found = partsOf(file, text).flatMap(({ start, code, isCondition, isWhole = false }) => {
    const source = parse(isWhole ? file : TEMPLATE, code);
    const within = isCondition
      ? CONDITION.map((by) => ({ kind: 'condition dropped', start, end: start + code.length, by }))
      : [];
    const visit = (node) => {
      if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
      for (const [kind, from, to, by] of faultsAt(node, source))
        within.push({ kind, start: start + from, end: start + to, by });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return within;
  });
  return found.map((each) => ({ ...each, line: text.slice(0, each.start).split('\n').length }));
}

function partsOf(file, text) {
  const script = scriptOf(file, text);
  if (!file.endsWith('.vue')) return [{ ...script, isWhole: true }];
  const from = text.indexOf('<template');
  const template = text.slice(from, text.lastIndexOf('</template>'));
  const expressions = [...template.matchAll(EXPRESSIONS)].map((match) => {
    const code = match[1] ?? match[2];
    const isCondition = /^\sv-(?:if|else-if|show)=/.test(match[0]);
    return { start: from + match.index + match[0].indexOf(code), code, isCondition };
  });
  return [
    ...(script ? [{ ...script, isWhole: true }] : []),
    ...(from < 0 ? [] : expressions.filter(({ code }) => !code.includes(' in '))),
  ];
}

function faultsAt(node, source) {
  const of = (each) => each.getText(source);
  const range = (each) => [each.getStart(source), each.end];
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return conditions(node.expression, of, range);
  if (ts.isConditionalExpression(node)) return conditions(node.condition, of, range);
  if (ts.isBinaryExpression(node)) return faultsOfBinary(node, of, range);
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken)
    return [['condition turned', ...range(node), of(node.operand)]];
  if (ts.isAwaitExpression(node)) return [['await lost', ...range(node), of(node.expression)]];
  if (ts.isReturnStatement(node) && node.expression && of(node.expression) !== 'undefined')
    return [['return lost', ...range(node), 'return undefined as never;']];
  if (ts.isExpressionStatement(node) && ts.isCallExpression(withoutAwait(node.expression)))
    return isSuper(node) || isTemplate(source) ? [] : [['call removed', ...range(node), ';']];
  if (ts.isCallExpression(node)) return faultsOfCall(node, of, range);
  if (isMember(node)) return [['member removed', node.getFullStart(), endWithComma(node, source), '']];
  return faultsOfLiteral(node, of, range);
}

function conditions(condition, of, range) {
  return CONDITION.map((by) => ['condition dropped', ...range(condition), by]).concat([
    ['condition turned', ...range(condition), `!(${of(condition)})`],
  ]);
}

function faultsOfBinary(node, of, range) {
  const { left, right, operatorToken } = node;
  const replaced = (by) => [...range(operatorToken), by];
  const { kind } = operatorToken;
  if (JUNCTIONS.includes(kind))
    return [left, right].map((each) => ['condition dropped', ...range(node), of(each)]);
  if (NEIGHBOURS.has(kind)) return [['bound by one', ...replaced(NEIGHBOURS.get(kind))]];
  return OPPOSITES.has(kind) ? [['operator turned', ...replaced(OPPOSITES.get(kind))]] : [];
}

function faultsOfCall(node, of, range) {
  const {
    expression,
    arguments: [first, second],
  } = node;
  const faults = [];
  if (second && of(first) !== of(second) && !EITHER_WAY.test(of(expression)))
    faults.push(['arguments swapped', first.getStart(), second.end, `${of(second)}, ${of(first)}`]);
  if (ts.isPropertyAccessExpression(expression) && STEPS.test(expression.name.text))
    faults.push(['call removed', ...range(node), of(expression.expression)]);
  return faults;
}

function faultsOfLiteral(node, of, range) {
  if (node.kind === Kind.TrueKeyword) return [['literal', ...range(node), 'false']];
  if (node.kind === Kind.FalseKeyword) return [['literal', ...range(node), 'true']];
  if (ts.isNumericLiteral(node)) return [['bound by one', ...range(node), String(Number(node.text) + 1)]];
  const isText = ts.isStringLiteral(node) && !isName(node.parent, node);
  return isText && node.text !== ''
    ? [['literal', ...range(node), `${of(node).slice(0, -1)}!${of(node).at(-1)}`]]
    : [];
}

function isName(parent, node) {
  return (ts.isPropertyAssignment(parent) && parent.name === node) || ts.isLiteralTypeNode(parent);
}

/** A property, or something spread, of an object that is made. */
function isMember(node) {
  return (
    (ts.isPropertyAssignment(node) ||
      ts.isShorthandPropertyAssignment(node) ||
      ts.isSpreadAssignment(node)) &&
    !ts.isBinaryExpression(node.parent.parent)
  );
}

function endWithComma(node, source) {
  const after = /^\s*,/.exec(source.text.slice(node.end));
  return node.end + (after?.[0].length ?? 0);
}

function withoutAwait(node) {
  return ts.isAwaitExpression(node) ? node.expression : ts.isVoidExpression(node) ? node.expression : node;
}

function isTemplate({ fileName }) {
  return fileName === TEMPLATE;
}

function isSuper({ expression }) {
  return ts.isCallExpression(expression) && expression.expression.kind === Kind.SuperKeyword;
}
