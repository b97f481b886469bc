import type { Raw } from '../../../database/engine.ts';
import { versionsOf } from '../../../definitions/catalogue.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { USER } from '../../../definitions/derived/users-as-targets.ts';
import type { Field } from '../../../definitions/field.ts';
import { holdsFiles } from '../../../definitions/fields/file.ts';
import { bothOf, type Rows } from '../../../definitions/types/where.ts';
import { type AppError, badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { file } from '../../file.collection.ts';
import type { Rights } from '../../rights.ts';
import { idsBy } from '../../row.ts';
import { matchingRows } from '../../rows/matching-rows.ts';
import type { Lock, Reads } from '../../rows/reads.ts';
import { rightsOver, type WriteReads } from '../../rows/write-context.ts';
import { type Unusable, unusableFiles } from './unusable-files.ts';

/** How many missing ids an error names. */
const MOST_NAMED = 20;

/**
 * Missing-reference errors, indexed like `rows`. A row that the actor may not see counts as missing, unless the row
 * referred to it `before`. The server's own collections have no rules: the features that write them decide.
 */
export async function targetErrors(
  reads: WriteReads,
  definition: Definition,
  rows: readonly Raw[],
  before: Raw = {},
): Promise<(AppError | undefined)[]> {
  const { catalogue } = reads;
  const references = catalogue.referencesOf(definition.name);
  if (references.length === 0) return [];
  const rights = await rightsOver(reads, definition);
  const lock = lockOfTargets(definition);
  const problems: Record<string, Text>[] = [];
  for (const reference of references) {
    const { field, path = field, leaf: kind, target } = reference;
    const ids = new Set(rows.flatMap((row) => idsBy(reference, row))).difference(
      new Set(idsBy(reference, before)),
    );
    if (ids.size === 0) continue;
    const collection = catalogue.get(target);
    const unusable = holdsFiles(kind)
      ? await fileProblems(reads, kind, { wanted: ids, rights, lock })
      : asMissing(
          await unknownAmong(reads, collection, { wanted: ids, rights, lock, isOwn: isServers(definition) }),
        );
    for (const [index, row] of unusable.size > 0 ? rows.entries() : []) {
      const [first, ...others] = idsBy(reference, row).filter((id) => unusable.has(id));
      if (first === undefined) continue;
      const named = [first, ...others.slice(0, MOST_NAMED - 1)].map(String);
      const problem = problemOf(unusable.get(first), named, kind);
      problems[index] = { ...problems[index], [path]: problem };
    }
  }
  return problems.map(badParameters);
}

/**
 * Locks the rows that a row newly refers to, so that what its hooks read beside them holds. What is missing is refused after
 * the hooks, which may put other references in its place.
 */
export async function lockTargets(
  reads: WriteReads,
  definition: Definition,
  row: Raw,
  before?: Raw,
): Promise<void> {
  await targetErrors(reads, definition, [row], before);
}

/** Throws if a row refers to one that is missing, other than `before`. Locks those that it refers to. */
export async function requireTargets(
  reads: WriteReads,
  definition: Definition,
  row: Raw,
  before?: Raw,
): Promise<void> {
  const [missing] = await targetErrors(reads, definition, [row], before);
  if (missing) throw missing;
}

/**
 * How the rows that a collection refers to are locked. A hook may lock or change them next: two transactions that shared their
 * lock would then deadlock.
 */
export function lockOfTargets({ hooks }: Definition): Lock {
  return hooks ? 'exclusive' : 'shared';
}

interface Wanted {
  readonly wanted: ReadonlySet<bigint>;
  readonly known: Rows;
  readonly lock: Lock;
}

interface WantedBy extends Pick<Wanted, 'wanted' | 'lock'> {
  readonly rights: Rights | undefined;
}

function problemOf(why: Unusable | undefined, ids: readonly string[], { accept = [], target }: Field): Text {
  if (why === 'wrongType') return message('wrongFileType', { ids, allowed: accept });
  if (why === 'notPrivate') return message('fileNotPrivate', { ids });
  return message(target === USER ? 'unusableUser' : 'missingReference', { ids });
}

function asMissing(ids: ReadonlySet<bigint>): ReadonlyMap<bigint, Unusable> {
  return new Map([...ids].map((id) => [id, 'missing']));
}

/** Why files cannot be put into the field, by id. */
async function fileProblems(
  reads: WriteReads,
  field: Field,
  { wanted, rights, lock }: WantedBy,
): Promise<ReadonlyMap<bigint, Unusable>> {
  const missing = await missingAmong(reads, file, { wanted, known: 'all', lock });
  const bound = rights?.known(file) === 'all' ? undefined : rights;
  const unusable = await unusableFiles(reads, field, wanted, bound);
  return new Map([...unusable, ...asMissing(missing)]);
}

/** The ids that the actor may see neither as drafts nor as published rows. `isOwn`: a collection of the server refers to them. */
async function unknownAmong(
  reads: Reads,
  collection: Definition,
  { wanted, rights, lock, isOwn }: WantedBy & { readonly isOwn: boolean },
): Promise<ReadonlySet<bigint>> {
  let left = wanted;
  for (const one of versionsOf(reads.catalogue, collection)) {
    if (left.size === 0) break;
    const known = bothOf(rights?.known(one) ?? 'all', one.name === USER && !isOwn ? ACTIVE : 'all');
    left = await missingAmong(reads, one, { wanted: left, known, lock });
  }
  return left;
}

/** References to deactivated accounts are refused. */
const ACTIVE: Rows = { active: true };

function isServers({ name }: Definition): boolean {
  return name.startsWith('quire_');
}

async function missingAmong(
  reads: Reads,
  definition: Definition,
  { wanted, known, lock }: Wanted,
): Promise<ReadonlySet<bigint>> {
  const [only = 0n] = wanted;
  if (wanted.size > 1) return wanted.difference(await reads.idsAmong(definition, [...wanted], known, lock));
  const row = await reads[lock === 'shared' ? 'findShared' : 'find'](definition, only); // most writes refer to one row, so this statement is prepared
  const there = await matchingRows(reads, definition, known, row ? [row] : []);
  return there.length > 0 ? new Set() : wanted;
}
