import { type Answer, described, idIn, rowPath, userIn, type Values } from './answers.ts';
import { CollectionClient } from './collection-client.ts';
import { queryOf } from './query.ts';
import type { FieldChanges, HistoryEntry, Page, PlaceRequest, TrashEntry, Versions } from './requests.ts';
import type { Id, Shape } from './shapes.ts';

/** The same for collections that keep their past. */
export class KeptCollectionClient<S extends Shape> extends CollectionClient<S> {
  /** The history of a row, newest first. */
  async history(id: Id, request: PlaceRequest = {}): Promise<Page<HistoryEntry<S>>> {
    const query = this.asked(request);
    const answer = await this.connection.request('GET', `${rowPath(this.form, id)}/history`, { query });
    const entries = (answer.items as readonly Answer[]).map((entry) => {
      return { ...entry, id: idIn(entry), user: userIn(entry.user), changes: this.#changes(entry) };
    });
    return described({ ...answer, items: entries });
  }

  /** What differs between two versions of a row. */
  async difference(id: Id, versions: Versions): Promise<FieldChanges<S>> {
    const query = this.asked(versions);
    return this.#changes(
      await this.connection.request('GET', `${rowPath(this.form, id)}/difference`, { query }),
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

  /** The row as it was at a time, in milliseconds since 1970. */
  async getAsOf(id: Id, time: number): Promise<S['row']> {
    const query = this.asked({ as_of: time });
    return this.shown(await this.connection.request('GET', rowPath(this.form, id), { query }));
  }

  /** Restores a row's fields to their values after an entry of its history. */
  async restoreRevision(id: Id, revision: Id): Promise<void> {
    const path = `${rowPath(this.form, id)}/history/${encodeURIComponent(revision)}/restore`;
    await this.connection.request('POST', path);
  }

  /** Deleted rows, the last deleted first. */
  async trash(request: PlaceRequest = {}): Promise<Page<TrashEntry<S>>> {
    const answer = await this.connection.request('GET', `${this.form.path}/trash`, {
      query: queryOf(request),
    });
    const page = this.page<Values & Answer>(answer);
    const items = page.items.map((row) => {
      const along = row.along_with as Answer | null;
      return {
        ...row,
        deleted_by: userIn(row.deleted_by),
        along_with: along && { ...along, id: idIn(along) },
      };
    });
    return described({ ...page, items });
  }

  /** Restores a deleted row, with the rows that were deleted along with it. */
  async restore(id: Id): Promise<void> {
    await this.connection.request('POST', `${this.form.path}/trash/${encodeURIComponent(id)}/restore`);
  }

  /** Destroys a deleted row and its history. */
  async purge(id: Id): Promise<void> {
    await this.connection.request('DELETE', `${this.form.path}/trash/${encodeURIComponent(id)}`);
  }
}
