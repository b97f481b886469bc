import { fromText } from '../../../../server/shared/exact-json.ts';
import type { Attempt, Proposal } from '../../edits/unsaved-edit.ts';
import { localeOf } from '../../form/languages.ts';
import { QuireError } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { wireOf } from '../records/wire.ts';
import { moveSet, propose, type SetItem } from './change-sets.ts';

type Action = Exclude<SetItem['action'], 'create' | 'update'>;

/** Proposes to create a record, or to change one as it was read; problems are those of a write. */
export function proposeEdit(
  collection: ServedDescription,
  id: string | undefined,
  { values, key, etag }: Attempt,
  proposal: Proposal,
): Promise<string> {
  const { locale } = localeOf(collection.fields);
  // The tag of a record with all languages is not the one that a set compares.
  const isComparable = id !== undefined && etag !== undefined && locale === undefined;
  return send(
    {
      ...recordOf(collection, id === undefined ? 'create' : 'update', id),
      values: wireOf(collection, values),
      ...(locale && { locale }),
      ...(isComparable && { etag }),
    },
    proposal,
    key,
  );
}

/** Proposes what takes no values. */
export function proposeAction(
  collection: ServedDescription,
  id: string,
  { action, key, proposal }: { readonly action: Action; readonly key: string; readonly proposal: Proposal },
): Promise<string> {
  return send(recordOf(collection, action, id), proposal, key);
}

function recordOf({ name, singleton }: ServedDescription, action: SetItem['action'], id: string | undefined) {
  return { collection: name, action, ...(id !== undefined && !singleton && { id: fromText(id) }) };
}

async function send(
  item: Readonly<Record<string, unknown>>,
  proposal: Proposal,
  key: string,
): Promise<string> {
  try {
    const { title, note, set } = proposal;
    const id = await propose(item, { title, note, set }, key);
    if (proposal.isSubmitted) await moveSet(id, 'submit', `${key}-submit`);
    return id;
  } catch (error) {
    throw error instanceof QuireError ? asOne(error) : error;
  }
}

/** The last item of the set is the one that was sent. */
function asOne(error: QuireError): QuireError {
  const last = error.items.at(-1);
  if (error.items.length !== 1 || !last) return error;
  const { status, code, message, fields, reason } = last;
  return new QuireError(status, { code, message, fields, ...(reason !== undefined && { reason }) });
}
