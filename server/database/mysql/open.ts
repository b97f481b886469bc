import {
  DummyDriver,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type SelectModifierNode,
} from 'kysely';
import { regularExpression } from '../any-case.ts';
import type { Address, Engine } from '../engine.ts';
import { pooledEngine } from '../pooled-engine.ts';
import { decode, encode, wideSum } from '../values.ts';
import { classifyError } from './connection.ts';
import { connectMysql } from './pools.ts';
import type { Product } from './product.ts';
import { isRowTooLarge, rowBounds } from './row-bounds.ts';
import { collation, schemaSql } from './schema-sql.ts';
import { searchSql } from './search-sql.ts';
import { stampSql } from './stamp-sql.ts';
import { lacks, violationOf } from './violations.ts';

/** Opens a database on a server that speaks MySQL's protocol. */
export async function openMysql(address: Address): Promise<Engine> {
  const { product, connections } = await connectMysql(address);
  return {
    ...schemaSql(product),
    ...pooledEngine(connections, { classifyError, begin: 'start transaction' }),
    name: product,
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (query) => new MysqlIntrospector(query),
      createQueryCompiler: () => new QueryCompiler(product),
    },
    version: undefined,
    isSerial: false,
    skipsInDistinct: true,
    streamsText: false,
    encode,
    decode,
    rowBounds,
    isRowTooLarge,
    violationOf,
    lacks,
    sum: wideSum,
    updatesFrom: false,
    wholeNumbers: { type: 'signed', divided: 'div' },
    fraction: 'double',
    findText: 'instr',
    endOfText: ['right(', ', ', ')'],
    listed: { number: listOf('bigint'), text: listOf(`mediumtext${collation(product)}`) },
    anyCase: regularExpression('regexp'),
    search: searchSql,
    stamps: stampSql,
  };
}

function listOf(type: string): readonly [before: string, after: string] {
  return ['select value from json_table(', `, '$[*]' columns (value ${type} path '$')) as listed`];
}

/** MariaDB lacks `for share` but has the older words, as MySQL has. TiDB has neither, and locks such rows `for update`. */
class QueryCompiler extends MysqlQueryCompiler {
  readonly #forShare: string;

  constructor(product: Product) {
    super();
    this.#forShare = product === 'TiDB' ? 'for update' : 'lock in share mode';
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForShare') this.append(this.#forShare);
    else super.visitSelectModifier(node);
  }
}
