import {
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  type TableNode,
} from 'kysely';
import type { Tables } from './tables.ts';

/** Builds the same queries, except that one which names any of these tables throws when it is compiled. */
export function withoutTables(query: Kysely<Tables>, tables: ReadonlySet<string>): Kysely<Tables> {
  const refusing = new RefusingTables(tables);
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => refusing.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
  return query.withPlugin(plugin);
}

class RefusingTables extends OperationNodeTransformer {
  readonly #tables: ReadonlySet<string>;

  constructor(tables: ReadonlySet<string>) {
    super();
    this.#tables = tables;
  }

  protected override transformTable(node: TableNode, queryId?: QueryId): TableNode {
    const { name } = node.table.identifier;
    if (this.#tables.has(name)) throw tableRefused(name);
    return super.transformTable(node, queryId);
  }
}

/** Why a table cannot be read past its rules. */
export function tableRefused(name: string): Error {
  return new Error(`'${name}' has access rules: ask the Door for its records, which keeps to them`);
}
