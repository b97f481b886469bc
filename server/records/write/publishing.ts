import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type AnyRecord, type Change, isSame } from '../record.ts';
import type { WriteReads } from '../store/write-context.ts';
import type { RecordWriter } from './record-writer.ts';
import { whereEvenDeleted } from './removal/deleted.ts';
import {
  fillAll,
  lockPlace,
  momentAfter,
  openFields,
  requirePlace,
  stampUpdate,
  takenError,
  takenFields,
} from './values/index.ts';

/** The publication state of a draft that is not published. */
const UNPUBLISHED = { publication: 'draft', published_time: null };

/** A draft to publish, unpublish or plan. */
export interface Deciding {
  readonly writes: WriteReads;
  readonly records: RecordWriter;
  readonly drafts: Definition;
  readonly draft: AnyRecord;
}

/** The planned times, in milliseconds since 1970. */
export interface Plan {
  readonly publish_time?: number | null;
  readonly unpublish_time?: number | null;
}

/** The published collection that belongs to a collection of drafts. */
export function publishedCollection({ catalogue }: WriteReads, drafts: Definition): Definition {
  if (drafts.draftOf === undefined) throw new Error(`'${drafts.name}' has no drafts`);
  return catalogue.get(drafts.draftOf);
}

/** Publishes a draft. Throws if a required field is empty, or if another published record holds a unique value. */
export async function publish(deciding: Deciding): Promise<Change[]> {
  const { writes, records, drafts, draft } = deciding;
  if (draft.publication === 'published') return plan(deciding, { publish_time: null });
  const published = publishedCollection(writes, drafts);
  const filled: AnyRecord = { ...draft };
  await fillAll(writes, drafts, filled);
  requireFilled(published, filled);
  await lockPlace(writes, published, draft.id, { values: filled, uses: [] }); // who may publish was asked before
  const [before] = await whereEvenDeleted(writes, published, (select) => select.where('id', '=', draft.id));
  const own = Object.keys(published.columns).map((name) => [name, filled[name]]);
  const { actor } = writes.context;
  const update_time = momentAfter(before ?? draft, writes.context);
  const after = { ...Object.fromEntries(own), update_time, update_user_id: actor.id } as AnyRecord;
  await requirePlace(writes, published, after);
  const taken = await takenFields(writes, published, after, before?.is_deleted ? undefined : before);
  if (taken) throw await takenError(writes, published, taken);
  if (!before) await records.publishNew(published, after);
  else if (before.is_deleted) await records.publishAgain(published, before, after);
  else await records.update(published, before, after, 'publish');
  const values = { publication: 'published', published_time: update_time, publish_time: null };
  return records.update(drafts, draft, stamped(writes, drafts, filled, values));
}

/** Unpublishes a draft. */
export async function unpublish(deciding: Deciding): Promise<Change[]> {
  const { writes, records, drafts, draft } = deciding;
  if (draft.publication === 'draft') return plan(deciding, { unpublish_time: null });
  const published = publishedCollection(writes, drafts);
  const record = await writes.find(published, draft.id);
  if (record) await records.remove(published, [record], 'unpublish');
  return records.update(
    drafts,
    draft,
    stamped(writes, drafts, draft, { ...UNPUBLISHED, unpublish_time: null }),
  );
}

/** Records when to publish or unpublish a draft; null for never. */
export async function plan({ writes, records, drafts, draft }: Deciding, times: Plan): Promise<Change[]> {
  const isKept = Object.entries(times).every(([name, time]) => draft[name] === time);
  return isKept ? [] : records.update(drafts, draft, stamped(writes, drafts, draft, { ...times }));
}

/** The published values of the fields that the actor may change. Throws if the draft is not published. */
export async function publishedValues(
  writes: WriteReads,
  drafts: Definition,
  { id }: AnyRecord,
): Promise<Raw> {
  const published = publishedCollection(writes, drafts);
  const record: AnyRecord | undefined = await writes.find(published, id);
  if (!record) throw badParameters({ '': message('notPublished') });
  const open = await openFields(writes, published);
  return Object.fromEntries(open.map((name) => [name, record[name]]));
}

/** Marks the drafts of published records that a cascade deleted as unpublished. */
export async function noteUnpublished(
  writes: WriteReads,
  records: RecordWriter,
  published: Definition,
  gone: Iterable<bigint>,
): Promise<void> {
  const drafts = writes.catalogue.draftsOf(published);
  if (!drafts) return;
  for (const id of gone) {
    const draft = await writes.find(drafts, id);
    if (draft) await records.update(drafts, draft, stamped(writes, drafts, draft, UNPUBLISHED));
  }
}

/** The publication state of a draft after a change; unchanged unless it is published. */
export async function publicationOf(
  writes: WriteReads,
  definition: Definition,
  before: AnyRecord,
  after: AnyRecord,
): Promise<{ readonly publication?: string }> {
  if (definition.draftOf === undefined || before.publication === 'draft') return {};
  const published = publishedCollection(writes, definition);
  const record: AnyRecord | undefined = await writes.find(published, before.id);
  const isAsPublished = Object.keys(published.fields).every((name) =>
    isSame(after[name] ?? null, record?.[name] ?? null),
  );
  return { publication: isAsPublished ? 'published' : 'changed' };
}

/** A draft with the stamps of a write. */
function stamped({ context }: WriteReads, { audit }: Definition, draft: AnyRecord, values: Raw): AnyRecord {
  return { ...draft, ...values, ...stampUpdate(audit, context, draft) };
}

function requireFilled({ fields }: Definition, draft: AnyRecord): void {
  const empty = Object.entries(fields).filter(
    ([name, { nullable }]) => !nullable && (draft[name] ?? null) === null,
  );
  if (empty.length > 0)
    throw badParameters(Object.fromEntries(empty.map(([name]) => [name, message('missing')])));
}
