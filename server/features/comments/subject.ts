import type { Catalogue, ServedDefinition } from '../../definitions/for-server.ts';
import { AppError, badParameters } from '../../errors.ts';
import { type AnyRecord, matchingRecords, type Reads, type Rights } from '../../records/index.ts';
import type { Comment } from './comment.collection.ts';
import { message } from './messages/message.ts';

/** What a comment is about, as a client names it. */
export interface AskedPlace {
  readonly collection: string;
  readonly record_id: bigint;
  readonly field?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

/** A record that somebody may read, or one of its fields. */
export interface CommentSubject {
  /** The collection as clients know it. */
  readonly served: ServedDefinition;
  /** Where its records are written: of a collection with drafts, these. */
  readonly definition: ServedDefinition;
  readonly record: AnyRecord;
  readonly field: string | null;
  readonly locale: string | null;
}

/** The place that a client names. Throws unless somebody with these rights may read the record and the field. */
export async function getPlace(reads: Reads, rights: Rights, asked: AskedPlace): Promise<CommentSubject> {
  const { catalogue } = reads;
  const served = catalogue.served.find(({ name }) => name === asked.collection);
  const definition = served && storedFormOf(catalogue, served);
  if (!definition || rights.records(definition, 'read') === 'none')
    throw badParameters({ collection: message('noSuchCollection') });
  const { field = null, locale = null } = asked;
  if (field !== null && !mayName(definition, rights, field))
    throw badParameters({ field: message('noSuchField') });
  if (
    locale !== null &&
    !catalogue.locales.some(({ name }) => field && definition.localised.has(field) && name === locale)
  )
    throw badParameters({ locale: message('notALocaleOf') });
  const record = await findReadable(reads, rights, definition, asked.record_id);
  if (!record) throw new AppError('recordNotFound');
  return { served, definition, record, field, locale };
}

/** The place of a stored comment; undefined unless somebody with these rights may read it now. */
export async function findPlace(
  reads: Reads,
  rights: Rights,
  stored: Comment,
): Promise<CommentSubject | undefined> {
  const { served, definition } = storedCollection(reads.catalogue, stored.collection) ?? {};
  if (!served || !definition || rights.records(definition, 'read') === 'none') return undefined;
  const field = stored.field === null ? null : currentField(definition, stored.field);
  if (field === undefined || (field !== null && !mayName(definition, rights, field))) return undefined;
  const record = await findReadable(reads, rights, definition, stored.record_id);
  return record && { served, definition, record, field, locale: stored.locale };
}

/** Whether somebody with these rights may read the record and the field of a place. */
export async function isReadable(
  reads: Reads,
  rights: Rights,
  { definition, record, field }: Pick<CommentSubject, 'definition' | 'record' | 'field'>,
): Promise<boolean> {
  if (field !== null && !mayName(definition, rights, field)) return false;
  const records = rights.records(definition, 'read');
  return (await matchingRecords(reads, definition, records, [record])).length > 0;
}

/** The collection that was stored under a name, and where its records are written; undefined if its definition is gone. */
export function storedCollection(catalogue: Catalogue, name: string) {
  const served = catalogue.served.find((one) => formerNames(one).includes(name));
  const definition = served && storedFormOf(catalogue, served);
  return served && definition && { served, definition };
}

/** Where the records of a collection are written; undefined of a query, whose records are not kept. */
function storedFormOf(catalogue: Catalogue, served: ServedDefinition): ServedDefinition | undefined {
  return served.sql ? undefined : catalogue.writable(served);
}

/** The names under which comments on a collection are stored. */
export function formerNames({ name, renamedFrom }: ServedDefinition): string[] {
  return [name, ...renamedFrom];
}

/** The fields that somebody may read, under all names under which comments on them are stored. */
export function storedFieldsOf(definition: ServedDefinition, rights: Rights): string[] {
  return Object.entries(definition.fields).flatMap(([name, { renamedFrom }]) =>
    mayName(definition, rights, name) ? [name, ...renamedFrom] : [],
  );
}

/** The present name of a field that a stored comment names; undefined if it is gone. */
export function currentField({ fields }: ServedDefinition, stored: string): string | undefined {
  if (Object.hasOwn(fields, stored)) return stored;
  return Object.keys(fields).find((name) => fields[name]?.renamedFrom.includes(stored));
}

/** A translation is named by its field and a language, so it is no field here. */
function mayName(definition: ServedDefinition, rights: Rights, field: string): boolean {
  const isTranslation = [...definition.localised].some(
    ([base, columns]) => base !== field && [...columns.values()].includes(field),
  );
  return !isTranslation && Object.hasOwn(definition.fields, field) && rights.shows(definition, field);
}

async function findReadable(
  reads: Reads,
  rights: Rights,
  definition: ServedDefinition,
  id: bigint,
): Promise<AnyRecord | undefined> {
  const found = (await reads.findShared(definition, id)) as AnyRecord | undefined; // every record has the server's columns
  if (!found) return undefined;
  const [readable] = await matchingRecords(reads, definition, rights.records(definition, 'read'), [found]);
  return readable;
}
