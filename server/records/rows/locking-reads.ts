import type { Connection, Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import type { Select } from '../query/select.ts';
import type { Row } from '../row.ts';
import type { UniqueGroup } from './collection-statements.ts';
import type { RecordStore } from './collection-store.ts';
import { Reads } from './reads.ts';

/**
 * Reads inside a transaction. They see its own writes, and lock the rows they return: nobody else changes these before
 * the transaction ends.
 */
export class LockingReads extends Reads {
  readonly #connection: Connection;

  constructor(store: RecordStore, connection: Connection) {
    super(store, connection);
    this.#connection = connection;
  }

  override async find<D extends Definition>(definition: D, id: bigint): Promise<RowOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForUpdate(id));
    return raw && (statements.read(raw) as RowOf<D>);
  }

  override async findShared<D extends Definition>(definition: D, id: bigint): Promise<RowOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForShare(id));
    return raw && (statements.read(raw) as RowOf<D>);
  }

  /** The row that holds these values of a unique group of fields. */
  async findHolder(definition: Definition, group: UniqueGroup, values: Raw): Promise<Row | undefined> {
    const [raw] = await this.#connection.all(group.findForUpdate(values));
    return raw && (this.statements(definition).read(raw) as Row);
  }

  override held(select: Select): Select {
    return select.forUpdate();
  }

  protected override shared(select: Select): Select {
    return select.forShare();
  }
}
