import type { Reference } from '../../../definitions/catalogue.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { titleOf } from '../../../definitions/options/presentation.ts';
import { type AppError, badParameters, isRefusal } from '../../../errors.ts';
import type { Text } from '../../../messages/message.ts';
import {
  type AnyRecord,
  chunksOf,
  fieldNamed,
  file,
  holdersOfFile,
  namesOf,
  type Rights,
  reachableRecords,
  type Writes,
} from '../../../records/index.ts';
import { noRights } from '../../../records/rights.ts';
import { freeTurn, isTurnOver } from '../../../shared/turn.ts';
import { message } from '../messages/message.ts';
import { type Replacement, withOtherFile } from './other-file.ts';

/** As many records as one request writes at most, so that everybody can undo it. */
const MOST_RECORDS = 1000;

/** A record that uses the file, and why it keeps it if it does. */
export interface ReplacedUse {
  /** The name of the collection, for drafts too. */
  readonly collection: string;
  readonly version?: 'draft';
  readonly id: bigint;
  readonly title: string | null;
  readonly reason?: Text;
}

/** A collection, or its drafts, and the fields by which its records may use a file. */
interface UsingCollection {
  readonly definition: Definition;
  readonly references: readonly Reference[];
}

/**
 * Puts a file in the place of another one in each record that uses it and that the actor may read and change. Those that they may
 * read but not change, and those that refuse the file, are left and say why. Records with drafts get it in their draft.
 */
export async function replaceUses(writes: Writes, replacement: Replacement): Promise<ReplacedUse[]> {
  const rights = (await writes.context.rights?.()) ?? noRights;
  const uses: ReplacedUse[] = [];
  for (const { using, ids } of await usesOf(writes, replacement.old, rights)) {
    const { definition } = using;
    const isInDraft = (id: bigint) =>
      uses.some((one) => one.version === 'draft' && one.collection === definition.name && one.id === id);
    for (const some of chunksOf(definition.hasDrafts ? ids.filter((id) => !isInDraft(id)) : ids))
      for (const record of await recordsOf(writes, definition, some)) {
        const outcome = await replaceIn(writes, using, record, replacement);
        if (!outcome) continue;
        const title = titleIn(definition, rights, record);
        uses.push({ ...versionOf(definition), id: record.id, title, ...outcome });
        if (isTurnOver()) await freeTurn();
      }
  }
  return uses;
}

interface FoundUses {
  readonly using: UsingCollection;
  /** The records in it that use the file. */
  readonly ids: readonly bigint[];
}

/** Throws before anything is written if they are too many. What is published counts with its draft. */
async function usesOf(
  writes: Writes,
  old: Replacement['old'],
  rights: Rights,
): Promise<readonly FoundUses[]> {
  const found: FoundUses[] = [];
  const places = new Set<string>();
  for (const using of collectionsUsing(writes, rights)) {
    const ids = await holders(writes, using, { old, rights });
    const { collection } = versionOf(using.definition);
    for (const id of ids) places.add(`${collection} ${id}`);
    if (places.size > MOST_RECORDS) throw tooMany();
    found.push({ using, ids });
  }
  return found;
}

/** The collections that may use a file by fields that the actor may read; drafts come before what is published. */
function collectionsUsing({ catalogue }: Writes, rights: Rights): UsingCollection[] {
  const asked = catalogue.referencesTo(file.name).filter(({ definition, field }) => {
    const isSeen = definition.access !== undefined && rights.records(definition, 'read') !== 'none';
    return isSeen && fieldNamed(definition, field, rights) !== undefined;
  });
  return [...Map.groupBy(asked, ({ definition }) => definition)]
    .map(([definition, references]) => ({ definition, references }))
    .sort(({ definition: one }, { definition: other }) => (one.name < other.name ? -1 : 1))
    .sort(({ definition: one }, { definition: other }) => Number(one.hasDrafts) - Number(other.hasDrafts));
}

async function holders(
  writes: Writes,
  { definition, references }: UsingCollection,
  { old, rights }: Pick<Replacement, 'old'> & { readonly rights: Rights },
): Promise<bigint[]> {
  const found = new Set<bigint>();
  const records = rights.records(definition, 'read');
  for (const reference of references)
    for (const id of await holdersOfFile(writes, reference, old, { records, most: MOST_RECORDS + 1 }))
      found.add(id);
  if (found.size > MOST_RECORDS) throw tooMany();
  return [...found].sort((one, other) => (one < other ? -1 : 1));
}

/** They are locked, and asked again whether they may be read. */
async function recordsOf(
  writes: Writes,
  definition: Definition,
  ids: readonly bigint[],
): Promise<readonly AnyRecord[]> {
  const found: AnyRecord[] = await writes.where(definition, (select) =>
    select.where('id', 'in', ids).orderBy('id'),
  );
  return reachableRecords(writes, definition, found, ['read']);
}

/** What becomes of a record: why it keeps the file, if it does. Undefined if it does not use the file any more. */
async function replaceIn(
  writes: Writes,
  { definition, references }: UsingCollection,
  record: AnyRecord,
  replacement: Replacement,
): Promise<Pick<ReplacedUse, 'reason'> | undefined> {
  if (definition.hasDrafts) return { reason: message('onlyPublishedUse') };
  try {
    const changes = withOtherFile(references, record, replacement);
    if (Object.keys(changes).length === 0) return undefined;
    await writes.atomically(() => writes.update(definition, record.id, changes));
    return {};
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { reason: reasonOf(error) };
  }
}

/** "Not found" means here that the actor may not change the record. */
function reasonOf(error: AppError): Text {
  return error.key === 'recordNotFound' ? message('mayNotChangeUse') : error.text;
}

function versionOf({ name, draftOf = name }: Definition): Pick<ReplacedUse, 'collection' | 'version'> {
  return { collection: draftOf, ...(draftOf !== name && { version: 'draft' }) };
}

function titleIn(definition: Definition, rights: Rights, record: AnyRecord): string | null {
  const title = record[titleOf(definition, namesOf(definition, rights))];
  return typeof title === 'string' ? title : null;
}

function tooMany(): AppError {
  return badParameters({ '': message('tooManyUses', { max: MOST_RECORDS }) });
}
