import type { Kysely } from 'kysely';
import type { Reader } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { tableRefused, withoutTables } from '../../database/soft-deletion/without-tables.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { RecordStore } from './collection-store.ts';
import { Reads } from './reads.ts';

/** Reads the server's own collections only. Records of served collections have access rules, which these reads would bypass. */
export class OwnReads extends Reads {
  readonly #query: Kysely<Tables>;

  constructor(store: RecordStore, reader: Reader) {
    super(store, reader);
    const { catalogue, database } = store;
    const served = catalogue.all.flatMap(({ name, access }) => (access ? name : []));
    this.#query = withoutTables(database.query, new Set(served));
  }

  override get query(): Kysely<Tables> {
    return this.#query;
  }

  override async find<D extends Definition>(definition: D, id: bigint): Promise<RecordOf<D> | undefined> {
    // Its statement was compiled before, without this class's restriction.
    if (definition.access) throw tableRefused(definition.name);
    return super.find(definition, id);
  }
}
