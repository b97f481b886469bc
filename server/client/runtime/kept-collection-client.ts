import { type Answer, described, idIn, recordPath, userIn, type Values } from './answers.ts';
import { CollectionClient } from './collection-client.ts';
import { queryOf } from './query.ts';
import type {
  Done,
  FieldChanges,
  HistoryEntry,
  HistoryRequest,
  Page,
  PlaceRequest,
  TrashEntry,
  Versions,
} from './requests.ts';
import type { Id, Shape } from './shapes.ts';

/** The same for collections that keep their past. */
export class KeptCollectionClient<S extends Shape> extends CollectionClient<S> {
  /** The history of a record, newest first unless asked otherwise. */
  async history(id: Id, request: HistoryRequest = {}): Promise<Page<HistoryEntry<S>>> {
    const query = this.asked(request);
    const answer = await this.connection.request('GET', `${recordPath(this.form, id)}/history`, { query });
    const entries = (answer.items as readonly Answer[]).map((entry) => {
      return { ...entry, id: idIn(entry), user: userIn(entry.user), changes: this.#changes(entry) };
    });
    return described({ ...answer, items: entries });
  }

  /** What differs between two versions of a record. */
  async difference(id: Id, versions: Versions): Promise<FieldChanges<S>> {
    const query = this.asked(versions);
    return this.#changes(
      await this.connection.request('GET', `${recordPath(this.form, id)}/difference`, { query }),
    );
  }

  #changes({ changes }: Answer): FieldChanges<S> {
    const shown = Object.entries(changes as Readonly<Record<string, Answer>>).map(
      ([field, { before, after, removed }]) => [
        field,
        {
          before: this.shown<Values>({ [field]: before })[field],
          after: this.shown<Values>({ [field]: after })[field],
          ...(removed !== undefined && { removed }),
        },
      ],
    );
    return Object.fromEntries(shown) as FieldChanges<S>;
  }

  /** The record as it was at a time, in milliseconds since 1970. */
  async getAsOf(id: Id, time: number): Promise<S['record']> {
    const query = this.asked({ as_of: time });
    return this.shown(await this.connection.request('GET', recordPath(this.form, id), { query }));
  }

  /** Restores a record's fields to their values after an entry of its history. */
  restoreRevision(id: Id, revision: Id): Promise<Done> {
    const path = `${recordPath(this.form, id)}/history/${encodeURIComponent(revision)}/restore`;
    return this.connection.done('POST', path);
  }

  /** Deleted records, the last deleted first. */
  async trash(request: PlaceRequest = {}): Promise<Page<TrashEntry<S>>> {
    const answer = await this.connection.request('GET', `${this.form.path}/trash`, {
      query: queryOf(request),
    });
    const page = this.page<Values & Answer>(answer);
    const items = page.items.map((record) => {
      const along = record.along_with as Answer | null;
      return {
        ...record,
        deleted_by: userIn(record.deleted_by),
        along_with: along && { ...along, id: idIn(along) },
      };
    });
    return described({ ...page, items });
  }

  /** Restores a deleted record, with the records that were deleted along with it. */
  restore(id: Id): Promise<Done> {
    return this.connection.done('POST', `${this.form.path}/trash/${encodeURIComponent(id)}/restore`);
  }

  /** Destroys a deleted record and its history. */
  purge(id: Id): Promise<Done> {
    return this.connection.done('DELETE', `${this.form.path}/trash/${encodeURIComponent(id)}`);
  }
}
