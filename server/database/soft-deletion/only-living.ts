import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely';

/**
 * The soft-delete rule: a query sees only the living rows of a table whose rows are deleted logically. Froms, joins,
 * sub-queries, updates and deletes are rewritten; a query that cannot be rewritten safely is refused.
 */
export function onlyLiving(deletable: ReadonlySet<string>): KyselyPlugin {
  const rewriter = new OnlyLivingRewriter(deletable);
  return {
    transformQuery: ({ node, queryId }) => rewriter.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
}

class OnlyLivingRewriter extends OperationNodeTransformer {
  readonly #deletable: ReadonlySet<string>;

  constructor(deletable: ReadonlySet<string>) {
    super();
    this.#deletable = deletable;
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId);
    const froms = query.from?.froms ?? [];
    if (query.joins?.some(keepsItsOwnRows) && this.#conditions(froms).length > 0) {
      throw new Error(
        'A right or full join from a table of deletable records would let records vanish; use left',
      );
    }
    return this.#filter(query, froms);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const query = super.transformUpdateQuery(node, queryId);
    return this.#filter(query, [...(query.table ? [query.table] : []), ...(query.from?.froms ?? [])]);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const query = super.transformDeleteQuery(node, queryId);
    return this.#filter(query, [...query.from.froms, ...(query.using?.tables ?? [])]);
  }

  /** A joined table's condition belongs in `on`, so that a left join keeps its left rows. */
  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId);
    const conditions = this.#conditions([join.table]);
    const [first, ...others] = conditions;
    if (!first) return join;
    if (!join.on || !['InnerJoin', 'LeftJoin'].includes(join.joinType)) {
      throw new Error(
        `A ${join.joinType} with a table of deletable records would show deleted ones; use inner or left with 'on'`,
      );
    }
    return { ...join, on: OnNode.create(others.reduce(AndNode.create, AndNode.create(join.on.on, first))) };
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    if (this.#conditions(node.parameters).length > 0 || this.#isNamedIn(textOf(node))) {
      throw new Error('Raw SQL must not name a table of deletable records: it would show deleted ones');
    }
    return super.transformRaw(node, queryId);
  }

  /** Whether SQL names such a table as a source of rows: after `from` and the like, up to the next clause. */
  #isNamedIn(text: string): boolean {
    const sources = text.matchAll(
      /\b(?:from|join|update|into|using|table)\b(.*?)(?=\b(?:where|on|set|group|order)\b|$)/gis,
    );
    const words = [...sources].flatMap(([, source = '']) => source.toLowerCase().match(/\w+/g) ?? []);
    return words.some((word) => this.#deletable.has(word));
  }

  #filter<Q extends { readonly where?: WhereNode }>(query: Q, tables: readonly OperationNode[]): Q {
    const conditions = this.#conditions(tables);
    if (conditions.length === 0) return query;
    const all = query.where ? [query.where.where, ...conditions] : conditions;
    return { ...query, where: WhereNode.create(all.reduce((left, right) => AndNode.create(left, right))) };
  }

  #conditions(tables: readonly OperationNode[]): OperationNode[] {
    return tables.flatMap((node) => {
      const table = AliasNode.is(node) ? node.node : node;
      if (!TableNode.is(table) || !this.#deletable.has(table.table.identifier.name)) return [];
      const name =
        AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : table.table.identifier.name;
      return isLiving(name);
    });
  }
}

/** Whether a join returns rows of its own table even without matching rows of `from`: a condition in `where` would drop those. */
function keepsItsOwnRows({ joinType }: JoinNode): boolean {
  return joinType === 'RightJoin' || joinType === 'FullJoin';
}

/** The text of raw SQL, without its values. */
function textOf(node: OperationNode): string {
  if (IdentifierNode.is(node)) return node.name;
  if (!RawNode.is(node)) return '?';
  return node.sqlFragments
    .map((fragment, index) => fragment + (node.parameters[index] ? textOf(node.parameters[index]) : ''))
    .join('');
}

/** Uses a literal instead of a bound value: only then do engines consider a partial index. */
function isLiving(table: string): OperationNode {
  return BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create('is_deleted'), TableNode.create(table)),
    OperatorNode.create('='),
    ValueNode.createImmediate(false),
  );
}
