import {
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  type TableNode,
} from 'kysely';
import type { Tables } from './tables.ts';

/** The same queries, but none that names one of these tables: it throws when it is written. */
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
    if (this.#tables.has(name))
      throw new Error(`'${name}' has access rules: ask the Door for its rows, which keeps to them`);
    return super.transformTable(node, queryId);
  }
}
