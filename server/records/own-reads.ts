import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Reader } from '../database/engine.ts';
import type { Tables } from '../database/tables.ts';
import { withoutTables } from '../database/without-tables.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import { Reads } from './reads.ts';
import type { StatementsOf } from './record-statements.ts';

/** Reading of the server's own records alone. Rows of served ones are somebody's, so they are not read past their rules. */
export class OwnReads extends Reads {
  readonly #query: Kysely<Tables>;

  constructor(database: Database, catalogue: Catalogue, statements: StatementsOf, reader: Reader) {
    super(database, catalogue, statements, reader);
    const served = catalogue.all.flatMap(({ name, access }) => (access ? name : []));
    this.#query = withoutTables(database.query, new Set(served));
  }

  override get query(): Kysely<Tables> {
    return this.#query;
  }

  override async find<D extends Definition>(definition: D, id: bigint): Promise<RowOf<D> | undefined> {
    if (definition.access) this.query.selectFrom(definition.name).compile(); // is refused
    return super.find(definition, id);
  }
}
