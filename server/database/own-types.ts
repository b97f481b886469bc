import {
  AndNode,
  type BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import type { Definition } from '../definitions/define-collection.ts';

/** What PostgreSQL compares a column of a query as, so that an index of the column serves. */
export type OwnType = 'number' | 'text' | 'uuid';

/** Columns by the type that they are compared in. */
export type OwnTypes = ReadonlyMap<string, OwnType>;

/** The columns of a query that are compared in their own types: whole numbers, its id, and its references. */
export function ownTypesOf({
  columns,
  fields,
  key,
}: Pick<Definition, 'columns' | 'fields' | 'key'>): OwnTypes {
  const own = Object.entries(columns).flatMap(([name, column]): [string, OwnType][] => {
    if (column.type === 'integer' || column.type === 'bigint') return [[name, 'number']];
    const isId = (name === 'id' && !key) || fields[name]?.target !== undefined;
    return isId && column.type === 'string' ? [[name, column.isUuid ? 'uuid' : 'text']] : [];
  });
  return new Map(own);
}

/** What a select answers for a column: as the text that it is served as, and beside it in its own type. */
export function inBothTypes(column: string, type: OwnType | undefined): string {
  const name = `"${column}"`;
  if (type !== 'text' && type !== 'uuid') return `${name} as ${name}`;
  const order = type === 'uuid' ? ' collate "C"' : ''; // that of the type itself
  return `${name}::text${order} as ${name}, ${name} as "${ownColumn(column)}"`;
}

/** No field has such a name. */
function ownColumn(column: string): string {
  return `own ${column}`;
}

/**
 * A comparison with values that PostgreSQL reads as 64 bits: it would take the type of a column of 32 bits for them, and fail where a
 * value is greater. What is served as a text is also compared in its own type, which leaves out nothing that the text finds.
 */
export function comparedInOwnType(node: BinaryOperationNode, types: OwnTypes): OperationNode {
  const column = columnOf(node.leftOperand);
  const type = column === undefined ? undefined : types.get(column);
  const sign = OperatorNode.is(node.operator) ? node.operator.operator : 'is';
  if (column === undefined || type === undefined || sign === 'is' || sign === 'is not') return node;
  if (type === 'number')
    return {
      ...node,
      rightOperand: ofEach(node.rightOperand, widened) ?? node.rightOperand,
    } as OperationNode;
  const [operator, read] = OWN_COMPARISONS[type][sign] ?? [];
  const values = read && ofEach(node.rightOperand, read);
  if (!operator || !values) return node;
  const own: BinaryOperationNode = {
    kind: 'BinaryOperationNode',
    leftOperand: named(node.leftOperand, ownColumn(column)),
    operator: OperatorNode.create(operator),
    rightOperand: values,
  };
  return ParensNode.create(AndNode.create(node, own));
}

/** A column of UUIDs among those that a select answers, compared without making texts of them. */
export function amongOwnTypes(node: BinaryOperationNode, types: OwnTypes, answered: OwnTypes): OperationNode {
  const { leftOperand, rightOperand } = node;
  const [column, other] = [
    columnOf(leftOperand),
    SelectQueryNode.is(rightOperand) ? onlyColumn(rightOperand) : undefined,
  ];
  if (column === undefined || other === undefined) return node;
  if (types.get(column) !== 'uuid' || answered.get(other) !== 'uuid') return node;
  const own = SelectionNode.create(ColumnNode.create(ownColumn(other)));
  return {
    ...node,
    leftOperand: named(leftOperand, ownColumn(column)),
    rightOperand: { ...rightOperand, selections: [own] } as OperationNode,
  } as OperationNode;
}

/** The column that a select answers and nothing else. */
function onlyColumn({ selections = [] }: SelectQueryNode): string | undefined {
  const [only, ...others] = selections;
  return only && others.length === 0 ? columnOf(only.selection) : undefined;
}

/** What a statement is ordered by: UUIDs have the order of their texts. */
export function orderedInOwnType(node: OperationNode, types: OwnTypes): OperationNode {
  const column = columnOf(node);
  return column !== undefined && types.get(column) === 'uuid' ? named(node, ownColumn(column)) : node;
}

type ReadValue = (value: OperationNode) => OperationNode;
type Operator = '=' | 'in' | '>=' | '<=';

const asIs: ReadValue = (value) => value;
const widened: ReadValue = (value) => RawNode.create(['cast(', ' as bigint)'], [value]);

/** Null for a text that is no UUID as PostgreSQL writes it: no row has such a text. */
const UUID = [
  'cast(substring(cast(',
  ` as text) from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as uuid)`,
];
const uuid: ReadValue = (value) => RawNode.create(UUID, [value]);
const [FIRST, LAST] = ['0', 'f'].map((digit) =>
  [8, 4, 4, 4, 12].map((length) => digit.repeat(length)).join('-'),
);
const uuidOr =
  (end: string | undefined): ReadValue =>
  (value) =>
    RawNode.create(['coalesce(', `, cast('${end}' as uuid))`], [uuid(value)]);

/** The comparison that finds at least what the text finds, and how it reads values. */
const OWN_COMPARISONS: Readonly<
  Record<'text' | 'uuid', Readonly<Record<string, readonly [Operator, ReadValue]>>>
> = {
  text: { '=': ['=', asIs], in: ['in', asIs] },
  uuid: {
    '=': ['=', uuid],
    in: ['in', uuid],
    '>': ['>=', uuidOr(FIRST)],
    '>=': ['>=', uuidOr(FIRST)],
    '<': ['<=', uuidOr(LAST)],
    '<=': ['<=', uuidOr(LAST)],
  },
};

/** The column that a side of a comparison is. */
function columnOf(node: OperationNode): string | undefined {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : undefined;
}

/** The same side with another column of the same table. */
function named(node: OperationNode, column: string): OperationNode {
  const other = ColumnNode.create(column);
  return ReferenceNode.is(node) ? ({ ...node, column: other } as OperationNode) : other;
}

/** One value or several, each read in a way; undefined if they are something else, such as a select. */
function ofEach(node: OperationNode, read: ReadValue): OperationNode | undefined {
  if (ValueNode.is(node)) return read(node);
  if (ValueListNode.is(node)) return ValueListNode.create(node.values.map((one) => ofEach(one, read) ?? one));
  if (PrimitiveValueListNode.is(node))
    return ValueListNode.create(node.values.map((value) => read(ValueNode.create(value))));
  return undefined;
}
