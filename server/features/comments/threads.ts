import type { Door } from '../../access/door.ts';
import { matchingRecords, type Reads, type Rights } from '../../records/index.ts';
import { type Comment, comment } from './comment.collection.ts';
import { mentionsIn } from './mentions.ts';
import { type ShownPerson, shownPeople } from './people.ts';
import { type CommentSubject, currentField, formerNames, storedFieldsOf } from './subject.ts';

type Viewer = Pick<Door, 'admission' | 'actor'>;
type About = Pick<CommentSubject, 'served' | 'definition' | 'record'>;

interface ThreadsAsked {
  readonly field?: string | undefined;
  readonly locale?: string | undefined;
  readonly state?: 'open' | 'resolved' | undefined;
  readonly after: bigint | undefined;
  readonly count: number;
}

/** The first comments of the threads about a record that somebody with these rights may read, the newest first. */
export function findThreads(
  reads: Reads,
  rights: Rights,
  { served, definition, record }: About,
  { field, locale, state, after, count }: ThreadsAsked,
): Promise<Comment[]> {
  const fields =
    field === undefined ? storedFieldsOf(definition, rights) : [field, ...formerOf(definition, field)];
  return reads.where(comment, (select) => {
    let threads = select
      .where('collection', 'in', formerNames(served))
      .where('record_id', '=', record.id)
      .where('thread_id', 'is', null)
      .where((e) =>
        field === undefined
          ? e.or([e('field', 'is', null), e('field', 'in', ['', ...fields])])
          : e('field', 'in', fields),
      );
    if (locale !== undefined) threads = threads.where('locale', '=', locale);
    if (state !== undefined)
      threads = threads.where('resolve_time', state === 'open' ? 'is' : 'is not', null);
    if (after !== undefined) threads = threads.where('id', '<', after);
    return threads.orderBy('id', 'desc').limit(count);
  });
}

function formerOf({ fields }: CommentSubject['definition'], field: string): readonly string[] {
  return fields[field]?.renamedFrom ?? [];
}

/** How many threads are open, by field and language, of those that somebody with these rights may read. */
export async function countOpen(reads: Reads, rights: Rights, { served, definition, record }: About) {
  const fields = storedFieldsOf(definition, rights);
  const query = reads.query
    .selectFrom(comment.name)
    .select(['field', 'locale'])
    .select((e) => e.fn.countAll().as('count'))
    .where('collection', 'in', formerNames(served))
    .where('record_id', '=', record.id)
    .where('thread_id', 'is', null)
    .where('resolve_time', 'is', null)
    .where((e) => e.or([e('field', 'is', null), e('field', 'in', ['', ...fields])]))
    .groupBy(['field', 'locale']);
  const counted = await reads.records<{ field: string | null; locale: string | null; count: number }>(query, {
    field: { type: 'string', length: 60 },
    locale: { type: 'string', length: 20 },
    count: { type: 'integer' },
  });
  return counted.map((one) => ({
    ...one,
    field: one.field && (currentField(definition, one.field) ?? null),
  }));
}

/** Threads with their replies, for somebody who may read them. */
export async function describeThreads(reads: Reads, viewer: Viewer, about: About, first: readonly Comment[]) {
  if (first.length === 0) return [];
  const { actor, admission } = viewer;
  const ids = first.map(({ id }) => id);
  const replies = await reads.where(comment, (select) => select.where('thread_id', 'in', ids).orderBy('id'));
  const byThread = Map.groupBy(replies, ({ thread_id }) => thread_id);
  const personOf = await peopleIn(reads, viewer, about, [...first, ...replies]);
  const mayUpdate = await mayChange(reads, admission.rightsOf(actor), about);
  const shown = (one: Comment) => describe(one, viewer, personOf);
  return first.map((one) => ({
    id: one.id,
    collection: about.served.name,
    record_id: one.record_id,
    field: one.field && (currentField(about.definition, one.field) ?? null),
    locale: one.locale,
    resolved:
      one.resolve_time === null || one.resolve_user_id === null
        ? null
        : { by: personOf(one.resolve_user_id), time: one.resolve_time },
    can: { resolve: mayUpdate || one.create_user_id === actor.id },
    comments: [shown(one), ...(byThread.get(one.id) ?? []).map(shown)],
  }));
}

/** Whether somebody with these rights may change a record. */
export async function mayChange(
  reads: Reads,
  rights: Rights,
  { definition, record }: About,
): Promise<boolean> {
  const records = rights.records(definition, 'read', 'update');
  return (await matchingRecords(reads, definition, records, [record])).length > 0;
}

function describe(one: Comment, { actor }: Viewer, personOf: (id: bigint) => ShownPerson) {
  const isOwn = one.create_user_id === actor.id;
  return {
    id: one.id,
    author: personOf(one.create_user_id),
    text: one.text,
    mentions: mentionsIn(one.text).map(personOf),
    create_time: one.create_time,
    edit_time: one.edit_time,
    can: { change: isOwn && one.text !== '', delete: (isOwn || actor.isSuper) && one.text !== '' },
  };
}

function peopleIn(reads: Reads, viewer: Viewer, { served }: About, comments: readonly Comment[]) {
  const ids = comments.flatMap(({ create_user_id, resolve_user_id, text }) => [
    create_user_id,
    ...(resolve_user_id === null ? [] : [resolve_user_id]),
    ...mentionsIn(text),
  ]);
  return shownPeople(reads, viewer, served, ids);
}
