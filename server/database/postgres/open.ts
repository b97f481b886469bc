import {
  ColumnNode,
  type Dialect,
  DummyDriver,
  type OperationNode,
  type OrderByItemNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  RawNode,
  ReferenceNode,
} from 'kysely';
import { regularExpression } from '../any-case.ts';
import type { Address, Engine } from '../engine.ts';
import { pooledEngine } from '../pooled-engine.ts';
import { decode, encode, wideSum } from '../values.ts';
import { classifyError } from './connection.ts';
import { BEGIN, connectPostgres } from './pools.ts';
import { isRowTooLarge, rowBounds } from './row-bounds.ts';
import { schemaSql } from './schema-sql.ts';
import { searchSql } from './search-sql.ts';
import { stampSql } from './stamp-sql.ts';
import { lacks, violationOf } from './violations.ts';

/** Opens a database on a server that speaks PostgreSQL's protocol. */
export async function openPostgres(address: Address): Promise<Engine> {
  const connections = await connectPostgres(address);
  return {
    ...schemaSql,
    ...pooledEngine(connections, { classifyError, begin: connections.begin, beginAlone: BEGIN }),
    name: 'PostgreSQL',
    dialect,
    version: undefined,
    isSerial: false,
    skipsInDistinct: false,
    streamsText: false,
    encode,
    decode,
    rowBounds,
    isRowTooLarge,
    violationOf,
    lacks,
    sum: wideSum,
    updatesFrom: true,
    wholeNumbers: { type: 'bigint', divided: '/' },
    fraction: 'double precision',
    findText: 'strpos',
    endOfText: ['right(', ', ', ')'],
    listed: {
      number: ['select value::bigint from json_array_elements_text(', '::json)'],
      text: ['select value from json_array_elements_text(', '::json)'],
    },
    anyCase: regularExpression('~'),
    search: searchSql,
    stamps: stampSql,
  };
}

/** Sorts null before all values, as the other engines do. Ids are never null, so their index needs no such order. */
class QueryCompiler extends PostgresQueryCompiler {
  protected override visitOrderByItem(node: OrderByItemNode): void {
    super.visitOrderByItem(node);
    if (!isId(node.orderBy)) this.append(isDescending(node) ? ' nulls last' : ' nulls first');
  }
}

function isId(node: OperationNode): boolean {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) && column.column.name === 'id';
}

function isDescending({ direction }: OrderByItemNode): boolean {
  return direction !== undefined && RawNode.is(direction) && direction.sqlFragments[0] === 'desc';
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (query) => new PostgresIntrospector(query),
  createQueryCompiler: () => new QueryCompiler(),
};
