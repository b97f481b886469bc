import { type Forms, formOf } from './answers.ts';
import type { Connection } from './connection.ts';
import type { Nothing } from './expansions.ts';
import { Operations } from './operations.ts';
import type { Shown, ShowRequest, Translated } from './requests.ts';
import type { Ability, Id, Shape } from './shapes.ts';

/** The operations that come with each ability. */
interface Abilities extends Record<Ability, keyof Operations<Shape>> {
  read: 'list' | 'each' | 'get' | 'getTagged' | 'aggregate' | 'exportFile';
  stored: 'usage' | 'ancestors' | 'getTranslated' | 'listTranslated';
  write:
    | ('create' | 'createAndGet' | 'patch' | 'patchAndGet' | 'replace' | 'replaceAndGet' | 'remove')
    | ('upsert' | 'move' | 'dryRun' | 'bulk' | 'bulkByFilter' | 'bulkStatus' | 'undoBulk')
    | ('importFile' | 'importStatus');
  history: 'history' | 'difference' | 'getAsOf';
  trash: 'restoreRevision' | 'trash' | 'restore' | 'purge';
  publish: ('publish' | 'unpublish' | 'discard') | ('preview' | 'previews' | 'endPreview' | 'getPreview');
}

/** The operations that a collection lacks: without a unique field, an order, a tree or languages. */
type Lacking<S extends Shape> =
  | IfNever<S['by'], 'upsert'>
  | IfNever<S['move'], 'move'>
  | IfNever<S['tree'], 'ancestors'>
  | IfNever<S['localised'], 'getTranslated' | 'listTranslated'>;
type IfNever<T, Names> = [T] extends [never] ? Names : never;

type Offered<S extends Shape> = Exclude<Abilities[S['has']], Lacking<S>>;

/** The operations on one record. Those of a singleton take no id. */
const OF_ONE_RECORD = [
  ...['get', 'getTranslated', 'getTagged', 'patch', 'patchAndGet', 'replace', 'replaceAndGet'],
  ...['history', 'difference', 'getAsOf', 'restoreRevision'],
  ...['publish', 'unpublish', 'discard', 'preview', 'previews', 'endPreview', 'getPreview'],
] as const;

type WithoutId<Methods> = {
  readonly [M in keyof Methods]: Methods[M] extends (id: Id, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/** The operations on the one record of a singleton. */
interface ItsOperations<S extends Shape> extends WithoutId<Omit<Operations<S>, 'get' | 'getTranslated'>> {
  get<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request?: ShowRequest<S, F, E>,
  ): Promise<Shown<S, F, E>>;
  /** The record with its localised fields in every language. */
  getTranslated<const F extends keyof S['record'] = keyof S['record'], const E = Nothing>(
    request?: Omit<ShowRequest<S, F, E>, 'locale'>,
  ): Promise<Translated<S, Shown<S, F, E>>>;
}

/** A collection, with the operations that it has. */
export type CollectionClient<S extends Shape> = (S['isSingleton'] extends true
  ? Pick<ItsOperations<S>, Offered<S> & (typeof OF_ONE_RECORD)[number]>
  : Pick<Operations<S>, Offered<S>>) &
  ([S['drafts']] extends [never] ? unknown : { readonly drafts: CollectionClient<S['drafts']> });

/** The path of a singleton names its record without an id. */
const ITS_RECORD: Id = '';

export function collectionClient<S extends Shape>(
  connection: Connection,
  forms: Forms,
  name: string,
): CollectionClient<S> {
  const { isSingleton, drafts } = formOf(forms, name);
  const operations = new Operations<S>(connection, forms, name);
  return Object.assign(
    isSingleton ? onItsRecord(operations) : operations,
    drafts !== undefined && { drafts: collectionClient(connection, forms, drafts) },
  ) as CollectionClient<S>;
}

function onItsRecord<S extends Shape>(operations: Operations<S>): object {
  const methods = operations as unknown as Record<string, (id: Id, ...rest: unknown[]) => unknown>;
  const bound = OF_ONE_RECORD.map((name) => [name, methods[name]?.bind(operations, ITS_RECORD)]);
  return Object.fromEntries(bound);
}
