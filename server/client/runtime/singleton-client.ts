import type { Forms } from './answers.ts';
import type { Connection } from './connection.ts';
import type { Nothing } from './expansions.ts';
import { KeptCollectionClient } from './kept-collection-client.ts';
import type {
  Condition,
  FieldChanges,
  HistoryEntry,
  InLocale,
  Page,
  PlaceRequest,
  Repeatable,
  Shown,
  ShowRequest,
  Translated,
  Versions,
  WriteAnswer,
} from './requests.ts';
import type { Id, Shape } from './shapes.ts';

/** The path of a singleton names its row without an id. */
export const ITS_ROW: Id = '';

/** The operations on the one row of a singleton. */
export class SingletonClient<S extends Shape> {
  protected readonly rows: KeptCollectionClient<S>;

  constructor(connection: Connection, forms: Forms, name: string) {
    this.rows = new KeptCollectionClient<S>(connection, forms, name);
  }

  get<const F extends keyof S['row'] = keyof S['row'], const E = Nothing>(
    request: ShowRequest<S, F, E> = {},
  ): Promise<Shown<S, F, E>> {
    return this.rows.get<F, E>(ITS_ROW, request);
  }

  /** The row with its localised fields in every language. */
  getTranslated<const F extends keyof S['row'] = keyof S['row'], const E = Nothing>(
    request: Omit<ShowRequest<S, F, E>, 'locale'> = {},
  ): Promise<Translated<S, Shown<S, F, E>>> {
    return this.rows.getTranslated<F, E>(ITS_ROW, request);
  }

  /** The row with the tag of its state, for `ifMatch`. */
  getTagged(): Promise<{ readonly row: S['row']; readonly etag: string }> {
    return this.rows.getTagged(ITS_ROW);
  }

  /** Replaces all fields of the row. */
  replace(values: S['input'], options: Condition & Repeatable & InLocale<S> = {}): Promise<void> {
    return this.rows.replace(ITS_ROW, values, options);
  }

  /** Changes the fields that are given. */
  patch(changes: Partial<S['input']>, options: Condition & Repeatable & InLocale<S> = {}): Promise<void> {
    return this.rows.patch(ITS_ROW, changes, options);
  }

  /** Changes the row and returns it as stored. */
  patchAndGet(
    changes: Partial<S['input']>,
    options: Condition & Repeatable & InLocale<S> = {},
  ): Promise<WriteAnswer<S>> {
    return this.rows.patchAndGet(ITS_ROW, changes, options);
  }
}

/** The same for a singleton that keeps its past. */
export class KeptSingletonClient<S extends Shape> extends SingletonClient<S> {
  /** The history of the row, newest first. */
  history(request: PlaceRequest = {}): Promise<Page<HistoryEntry<S>>> {
    return this.rows.history(ITS_ROW, request);
  }

  /** What differs between two versions of the row. */
  difference(versions: Versions): Promise<FieldChanges<S>> {
    return this.rows.difference(ITS_ROW, versions);
  }

  /** The row as it was at a time, in milliseconds since 1970. */
  getAsOf(time: number): Promise<S['row']> {
    return this.rows.getAsOf(ITS_ROW, time);
  }

  /** Restores the row's fields to their values after an entry of its history. */
  restoreRevision(revision: Id): Promise<void> {
    return this.rows.restoreRevision(ITS_ROW, revision);
  }
}
