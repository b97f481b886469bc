import type { Definition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type Change, isSame, type Row } from '../row.ts';
import type { WriteReads } from '../rows/write-context.ts';
import { whereEvenDeleted } from './deleted.ts';
import type { RowWriter } from './row-writer.ts';
import { momentAfter, stampUpdate } from './values/stamps.ts';
import { takenError, takenFields } from './values/unique.ts';

/** The record that readers see, of a record of drafts. */
export function publishedRecord({ catalogue }: WriteReads, drafts: Definition): Definition {
  if (drafts.draftOf === undefined) throw new Error(`'${drafts.name}' has no drafts`);
  return catalogue.get(drafts.draftOf);
}

/** Makes readers see what a draft holds. Throws if a required field is empty, or a unique value taken by another published row. */
export async function publish(
  writes: WriteReads,
  rows: RowWriter,
  drafts: Definition,
  draft: Row,
): Promise<Change[]> {
  const published = publishedRecord(writes, drafts);
  requireFilled(published, draft);
  const [before] = await whereEvenDeleted(writes, published, (select) => select.where('id', '=', draft.id));
  const own = Object.keys(published.columns).map((name) => [name, draft[name]]);
  const { actor } = writes.context;
  const update_time = momentAfter(before ?? draft, writes.context);
  const after = { ...Object.fromEntries(own), update_time, update_user_id: actor.id } as Row;
  const taken = await takenFields(writes, published, after, before?.is_deleted ? undefined : before);
  if (taken) throw await takenError(writes, published, taken);
  if (!before) await rows.createAs(published, after);
  else {
    const [[, living] = [undefined, before]] = before.is_deleted ? await rows.revive(published, before) : [];
    await rows.update(published, living, after);
  }
  return told(writes, rows, drafts, draft, { publication: 'published', published_time: update_time });
}

/** Takes what readers see of a draft away from them. */
export async function unpublish(
  writes: WriteReads,
  rows: RowWriter,
  drafts: Definition,
  draft: Row,
): Promise<Change[]> {
  const published = publishedRecord(writes, drafts);
  const row = await writes.find(published, draft.id);
  if (row) await rows.remove(published, [row]);
  return told(writes, rows, drafts, draft, { publication: 'draft', published_time: null });
}

/** Notes what became of published rows that others took with them: their drafts are there, and no longer published. */
export async function noteUnpublished(
  writes: WriteReads,
  rows: RowWriter,
  published: Definition,
  gone: Iterable<bigint>,
): Promise<void> {
  const drafts = writes.catalogue.draftsOf(published);
  if (!drafts) return;
  for (const id of gone) {
    const draft = await writes.find(drafts, id);
    if (draft) await told(writes, rows, drafts, draft, { publication: 'draft', published_time: null });
  }
}

/** What a change of a draft makes of its publication: nothing of one that readers do not see. */
export async function publicationOf(
  writes: WriteReads,
  definition: Definition,
  before: Row,
  after: Row,
): Promise<{ readonly publication?: string }> {
  if (definition.draftOf === undefined || before.publication === 'draft') return {};
  const published = publishedRecord(writes, definition);
  const seen = await writes.find(published, before.id);
  const isAsSeen = Object.keys(published.fields).every((name) =>
    isSame(after[name] ?? null, seen?.[name as keyof typeof seen] ?? null),
  );
  return { publication: isAsSeen ? 'published' : 'changed' };
}

async function told(
  { context }: WriteReads,
  rows: RowWriter,
  drafts: Definition,
  draft: Row,
  values: { readonly publication: string; readonly published_time: number | null },
): Promise<Change[]> {
  return rows.update(drafts, draft, { ...draft, ...values, ...stampUpdate(drafts.audit, context, draft) });
}

function requireFilled({ fields }: Definition, draft: Row): void {
  const empty = Object.entries(fields).filter(
    ([name, { nullable }]) => !nullable && (draft[name] ?? null) === null,
  );
  if (empty.length > 0)
    throw badParameters(Object.fromEntries(empty.map(([name]) => [name, message('missing')])));
}
