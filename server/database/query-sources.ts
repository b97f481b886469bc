import {
  AliasNode,
  BinaryOperationNode,
  type Dialect,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type OperationNode,
  OperationNodeTransformer,
  type OrderByItemNode,
  type QueryId,
  RawNode,
  type SelectQueryNode,
  TableNode,
} from 'kysely';
import { type Definition, idOfSeveral, type SqlDialect } from '../definitions/for-server.ts';
import type { Engine } from './engine.ts';
import {
  amongOwnTypes,
  comparedInOwnType,
  inBothTypes,
  type OwnTypes,
  orderedInOwnType,
  ownTypesOf,
} from './own-types.ts';

/** More than any table has. */
const ALL_ROWS = '9223372036854775807';
const NONE: OwnTypes = new Map();
const DIALECTS: Readonly<Record<string, SqlDialect>> = { SQLite: 'sqlite', PostgreSQL: 'postgres' };

/** The dialect of SQL that an engine reads. */
export function dialectOf({ name }: Pick<Engine, 'name'>): SqlDialect {
  return DIALECTS[name] ?? 'mysql';
}

/**
 * A dialect whose statements read queries by their names, as if they were tables: each is replaced by its select when the whole
 * statement is written. There, the names of collections with a trash stand for their living rows.
 */
export function withQueries(
  engine: Pick<Engine, 'name' | 'dialect'>,
  queries: readonly Definition[],
  deletable: ReadonlySet<string>,
): Dialect {
  if (queries.length === 0) return engine.dialect;
  const spoken = dialectOf(engine);
  const types = new Map(
    queries.map((query) => [query.name, spoken === 'postgres' ? ownTypesOf(query) : NONE] as const),
  );
  const selects = new Map(
    queries.map((query) => {
      const select = ofLiving(query.sql?.[spoken] ?? 'select', spoken, deletable);
      return [query.name, named(select, query, spoken, types.get(query.name) ?? NONE)];
    }),
  );
  const replacer = {
    mysql: () => new WholeSourceReplacer(selects),
    postgres: () => new TypedSourceReplacer(selects, types),
    sqlite: () => new SourceReplacer(selects),
  }[spoken]();
  const { dialect } = engine;
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler() {
      const compiler = dialect.createQueryCompiler();
      return {
        compileQuery: (node, queryId) =>
          compiler.compileQuery(replacer.transformNode(node, queryId), queryId),
      };
    },
  };
}

/** A select whose columns have the names of these fields to the letter. SQLite tells them as the select writes them, such as `Id`. */
function named(select: string, { columns, key }: Definition, dialect: SqlDialect, types: OwnTypes): string {
  const answered = Object.keys(columns).map((column) =>
    key && column === 'id' ? `${madeId(key, dialect)} as "id"` : inBothTypes(column, types.get(column)),
  );
  return `(select ${answered.join(', ')} from ${select} as "answered")`;
}

/** How texts are cast and compared by code points. */
const TEXTS: Readonly<Record<SqlDialect, readonly [type: string, collation: string]>> = {
  mysql: ['char', 'utf8mb4_bin'],
  postgres: ['text', '"C"'],
  sqlite: ['text', 'binary'],
};

/** The id of a record that several columns tell apart. */
function madeId(key: readonly string[], dialect: SqlDialect): string {
  const [type, collation] = TEXTS[dialect];
  const texts = key.map((column) => `cast("${column}" as ${type}) collate ${collation}`);
  return `(${idOfSeveral(texts)}) collate ${collation}`;
}

/** A select that sees no deleted rows of the tables that it names. SQLite would take the name of its own for a circle. */
function ofLiving(select: string, dialect: SqlDialect, deletable: ReadonlySet<string>): string {
  const words = new Set(select.toLowerCase().match(/\w+/g));
  const living = [...deletable]
    .filter((table) => words.has(table))
    .map((table) => {
      const [place, how] = { sqlite: ['main.', ''], postgres: ['', 'not materialized '], mysql: ['', ''] }[
        dialect
      ];
      return `"${table}" as ${how}(select * from ${place}"${table}" where "is_deleted" = false)`;
    });
  const inner = `(${select}\n)`;
  if (living.length === 0) return inner;
  return `(with ${living.join(', ')} select * from ${inner} as "living")`;
}

/** The table that a part of a `from` names. */
function tableOf(node: OperationNode): string | undefined {
  const table = AliasNode.is(node) ? node.node : node;
  return TableNode.is(table) ? table.table.identifier.name : undefined;
}

class SourceReplacer extends OperationNodeTransformer {
  readonly #selects: ReadonlyMap<string, string>;

  constructor(selects: ReadonlyMap<string, string>) {
    super();
    this.#selects = selects;
  }

  /** What a select answers cannot be locked on every engine. */
  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const { endModifiers, ...select } = super.transformSelectQuery(node, queryId);
    const readsQuery = node.from?.froms.some((one) => this.#selects.has(tableOf(one) ?? ''));
    return endModifiers && !readsQuery ? { ...select, endModifiers } : select;
  }

  protected override transformFrom(node: FromNode, queryId?: QueryId): FromNode {
    const from = super.transformFrom(node, queryId);
    return { ...from, froms: from.froms.map((one) => this.#replaced(one)) };
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId);
    return { ...join, table: this.#replaced(join.table) };
  }

  protected written(select: string): string {
    return select;
  }

  #replaced(node: OperationNode): OperationNode {
    const name = tableOf(node);
    const select = name === undefined ? undefined : this.#selects.get(name);
    if (name === undefined || select === undefined) return node;
    return AliasNode.create(
      RawNode.createWithSql(this.written(select)),
      AliasNode.is(node) ? node.alias : IdentifierNode.create(name),
    );
  }
}

/** Compares in PostgreSQL's own types, of which tables of other programs have more than Quire's own. */
class TypedSourceReplacer extends SourceReplacer {
  readonly #types: ReadonlyMap<string, OwnTypes>;
  /** Those of the tables that each select reads, by what it has become. */
  readonly #readBy = new WeakMap<OperationNode, OwnTypes>();
  #read: OwnTypes = NONE;
  #isOrdered = false;

  constructor(selects: ReadonlyMap<string, string>, types: ReadonlyMap<string, OwnTypes>) {
    super(selects);
    this.#types = types;
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const [read, isOrdered] = [this.#read, this.#isOrdered];
    this.#read = new Map(
      (node.from?.froms ?? []).flatMap((from) => [...(this.#types.get(tableOf(from) ?? '') ?? NONE)]),
    );
    this.#isOrdered = node.groupBy === undefined && node.frontModifiers === undefined;
    try {
      const select = super.transformSelectQuery(node, queryId);
      this.#readBy.set(select, this.#read);
      return select;
    } finally {
      [this.#read, this.#isOrdered] = [read, isOrdered];
    }
  }

  protected override transformOrderByItem(node: OrderByItemNode, queryId?: QueryId): OrderByItemNode {
    const item = super.transformOrderByItem(node, queryId);
    return this.#isOrdered ? { ...item, orderBy: orderedInOwnType(item.orderBy, this.#read) } : item;
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T, queryId: QueryId): T {
    const done = super.transformNodeImpl(node, queryId);
    if (!BinaryOperationNode.is(done)) return done;
    const answered = this.#readBy.get(done.rightOperand);
    const compared = answered
      ? amongOwnTypes(done, this.#read, answered)
      : comparedInOwnType(done, this.#read);
    return compared as unknown as T; // as good a part of a condition
  }
}

/**
 * A prepared statement that sums up the rows of a select inside of it fails on MariaDB from the second time on, with "Mixing of
 * GROUP columns". It does not where a limit keeps the select apart.
 */
class WholeSourceReplacer extends SourceReplacer {
  #isSummed = false;

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const was = this.#isSummed;
    this.#isSummed = was || (node.groupBy === undefined && sumsUp(node.selections));
    try {
      return super.transformSelectQuery(node, queryId);
    } finally {
      this.#isSummed = was;
    }
  }

  protected override written(select: string): string {
    return this.#isSummed ? `${select.slice(0, -1)} limit ${ALL_ROWS})` : select;
  }
}

const AGGREGATE = /\b(?:avg|count|max|min|sum)\(/i;

/** Whether an aggregate stands anywhere in what a statement selects. */
function sumsUp(node: unknown): boolean {
  if (typeof node === 'string') return AGGREGATE.test(node);
  if (typeof node !== 'object' || node === null) return false;
  return ('kind' in node && node.kind === 'AggregateFunctionNode') || Object.values(node).some(sumsUp);
}
