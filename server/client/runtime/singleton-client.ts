import type { Forms } from './answers.ts';
import type { Connection } from './connection.ts';
import type { Nothing } from './expansions.ts';
import { KeptCollectionClient } from './kept-collection-client.ts';
import type {
  Condition,
  Done,
  FieldChanges,
  HistoryEntry,
  HistoryRequest,
  InLocale,
  Page,
  Repeatable,
  Shown,
  ShowRequest,
  Translated,
  Versions,
  WriteAnswer,
} from './requests.ts';
import type { Id, Shape } from './shapes.ts';

/** The path of a singleton names its record without an id. */
export const ITS_RECORD: Id = '';

/** The operations on the one record of a singleton. */
export class SingletonClient<S extends Shape> {
  protected readonly records: KeptCollectionClient<S>;

  constructor(connection: Connection, forms: Forms, name: string) {
    this.records = new KeptCollectionClient<S>(connection, forms, name);
  }

  get<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request: ShowRequest<S, F, E> = {},
  ): Promise<Shown<S, F, E>> {
    return this.records.get<F, E>(ITS_RECORD, request);
  }

  /** The record with its localised fields in every language. */
  getTranslated<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request: Omit<ShowRequest<S, F, E>, 'locale'> = {},
  ): Promise<Translated<S, Shown<S, F, E>>> {
    return this.records.getTranslated<F, E>(ITS_RECORD, request);
  }

  /** The record with the tag of its state, for `ifMatch`. */
  getTagged(request: InLocale<S> = {}): Promise<{ readonly record: S['record']; readonly etag: string }> {
    return this.records.getTagged(ITS_RECORD, request);
  }

  /** Replaces all fields of the record. */
  replace(values: S['input'], options: Condition & Repeatable & InLocale<S> = {}): Promise<Done> {
    return this.records.replace(ITS_RECORD, values, options);
  }

  /** Changes the fields that are given. */
  patch(changes: Partial<S['input']>, options: Condition & Repeatable & InLocale<S> = {}): Promise<Done> {
    return this.records.patch(ITS_RECORD, changes, options);
  }

  /** Changes the record and returns it as stored. */
  patchAndGet(
    changes: Partial<S['input']>,
    options: Condition & Repeatable & InLocale<S> = {},
  ): Promise<WriteAnswer<S>> {
    return this.records.patchAndGet(ITS_RECORD, changes, options);
  }
}

/** The same for a singleton that keeps its past. */
export class KeptSingletonClient<S extends Shape> extends SingletonClient<S> {
  /** The history of the record, newest first. */
  history(request: HistoryRequest = {}): Promise<Page<HistoryEntry<S>>> {
    return this.records.history(ITS_RECORD, request);
  }

  /** What differs between two versions of the record. */
  difference(versions: Versions): Promise<FieldChanges<S>> {
    return this.records.difference(ITS_RECORD, versions);
  }

  /** The record as it was at a time, in milliseconds since 1970. */
  getAsOf(time: number): Promise<S['record']> {
    return this.records.getAsOf(ITS_RECORD, time);
  }

  /** Restores the record's fields to their values after an entry of its history. */
  restoreRevision(revision: Id): Promise<Done> {
    return this.records.restoreRevision(ITS_RECORD, revision);
  }
}
