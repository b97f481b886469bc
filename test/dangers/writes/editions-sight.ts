import type { Client } from '../../support/client.ts';
import {
  COLUMNS,
  type Edition,
  type Editions,
  EMPTY,
  publicationOf,
  type Step,
  shownIn,
  type Value,
  type Values,
  type Version,
} from './editions.ts';

export interface Reader {
  readonly name: string;
  readonly client: Client;
  readonly seesInside?: true;
  readonly seesNote?: true;
  /** Whose drafts: everybody's, or those of the user with this id. */
  readonly drafts?: 'all' | number;
}

export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: number };
/** Whether a reader may see a record in a state of one of its versions. */
export function sees(
  { seesInside, drafts }: Reader,
  version: Version,
  state: Values,
  owner: number,
): boolean {
  if (version === 'published') return seesInside === true || state.kind === 'open';
  return drafts === 'all' || drafts === owner;
}

export const stateOf = ({ draft, published }: Edition, version: Version) =>
  version === 'draft' ? draft : (published ?? EMPTY);

/** What a reader is shown of a version, in a language. */
export function shownTo(
  all: Editions,
  reader: Reader,
  version: Version,
  { locale, fallback = true }: { readonly locale: string; readonly fallback?: boolean },
): AnyRecord[] {
  return visibleTo(all, reader, version).map(([id, edition]) => {
    const values = stateOf(edition, version);
    return {
      id,
      title: shownIn(values, 'title', locale, fallback),
      code: shownIn(values, 'code', locale, fallback),
      size: values.size,
      kind: values.kind,
      ...(reader.seesNote && { note: values.note }),
      ...(version === 'draft' && {
        publication: publicationOf(edition),
        publish_time: edition.plans.publish,
        unpublish_time: edition.plans.unpublish,
      }),
    };
  });
}

export function visibleTo(all: Editions, reader: Reader, version: Version): [number, Edition][] {
  return [...all].filter(
    ([, edition]) =>
      !edition.isGone &&
      (version === 'draft' || edition.isPublished) &&
      sees(reader, version, stateOf(edition, version), edition.owner),
  );
}

export interface Entry {
  readonly id: number;
  readonly action: string;
  readonly time: number;
  readonly changes: Readonly<Record<string, { readonly before: Value; readonly after: Value }>>;
}
export interface Told {
  readonly row: number;
  readonly event: string;
  readonly version?: string;
  readonly fields?: readonly string[];
}

const SHOWN = [
  'id',
  'title',
  'code',
  'size',
  'kind',
  'note',
  'publication',
  'publish_time',
  'unpublish_time',
];
export const plain = (record: AnyRecord) =>
  Object.fromEntries(SHOWN.flatMap((name) => (name in record ? [[name, record[name]]] : []))) as AnyRecord;
export const idOf = ({ id }: AnyRecord) => id;
export const wordsOf = (text: unknown) =>
  String(text ?? '')
    .toLowerCase()
    .replaceAll('ä', 'a')
    .split(' ');

export function inOrder(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

export function changesIn(changes: Entry['changes']): object {
  const own = Object.entries(changes).filter(([name]) => COLUMNS.includes(name));
  return Object.fromEntries(own.map(([name, { before, after }]) => [name, [before, after]]));
}

export function differences({ seesNote }: Reader, { action, was, is }: Step): object {
  if (action === 'delete') return {};
  const names = COLUMNS.filter((name) => was[name] !== is[name] && (name !== 'note' || seesNote));
  return Object.fromEntries(names.map((name) => [name, [was[name], is[name]]]));
}

export function eventOf(reader: Reader, step: Step, owner: number): (string | string[] | undefined)[][] {
  const { version, action, was, is, isAgain } = step;
  const [before, after] = [sees(reader, version, was, owner), sees(reader, version, is, owner)];
  if (action === 'create' || isAgain) return after ? [['created', undefined]] : [];
  if (action === 'delete') return before ? [['deleted', undefined]] : [];
  if (action === 'restore') return after ? [['restored', undefined]] : [];
  if (before && after) return [['updated', Object.keys(differences(reader, step)).sort()]];
  return before || after ? [[after ? 'entered' : 'left', undefined]] : [];
}
