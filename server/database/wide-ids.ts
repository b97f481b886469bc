import {
  type BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from 'kysely';

/**
 * A comparison of an id with values that PostgreSQL reads as 64 bits. It would take the type of a column of 32 bits for them, and
 * fail where a value is greater; an index of such a column serves both.
 */
export function withWideIds(node: BinaryOperationNode): BinaryOperationNode {
  return isId(node.leftOperand) ? { ...node, rightOperand: widened(node.rightOperand) } : node;
}

function isId(node: OperationNode): boolean {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) && column.column.name === 'id';
}

function widened(node: OperationNode): OperationNode {
  if (ValueNode.is(node)) return RawNode.create(['cast(', ' as bigint)'], [node]);
  if (ValueListNode.is(node)) return ValueListNode.create(node.values.map(widened));
  if (PrimitiveValueListNode.is(node))
    return ValueListNode.create(node.values.map((value) => widened(ValueNode.create(value))));
  return node;
}
