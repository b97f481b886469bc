import type { Connection, Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Select } from '../query/select.ts';
import type { AnyRecord } from '../record.ts';
import type { UniqueGroup } from './collection-statements.ts';
import type { RecordStore } from './collection-store.ts';
import { Reads } from './reads.ts';

/**
 * Reads inside a transaction. They see its own writes, and lock the records they return: nobody else changes these before
 * the transaction ends.
 */
export class LockingReads extends Reads {
  readonly #connection: Connection;

  constructor(store: RecordStore, connection: Connection) {
    super(store, connection);
    this.#connection = connection;
  }

  override async find<D extends Definition>(definition: D, id: bigint): Promise<RecordOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForUpdate(id));
    return raw && (statements.read(raw) as RecordOf<D>);
  }

  override async findShared<D extends Definition>(
    definition: D,
    id: bigint,
  ): Promise<RecordOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForShare(id));
    return raw && (statements.read(raw) as RecordOf<D>);
  }

  /** The record that holds these values of a unique group of fields. */
  async findHolder(definition: Definition, group: UniqueGroup, values: Raw): Promise<AnyRecord | undefined> {
    const [raw] = await this.#connection.all(group.findForUpdate(values));
    return raw && (this.statements(definition).read(raw) as AnyRecord);
  }

  override held(select: Select): Select {
    return select.forUpdate();
  }

  protected override shared(select: Select): Select {
    return select.forShare();
  }
}
