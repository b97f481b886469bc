import type { WriteAnswer } from '../../../../server/client/runtime/requests.ts';
import type { RecordWriter, WriteFailure } from '../../edits/send-edit.ts';
import { readValue } from '../../form/field-values.ts';
import { localeOf, valueIn } from '../../form/languages.ts';
import type { Values } from '../../form/record-merge.ts';
import { QuireError } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { uploadFile } from '../files/files.ts';
import { hasEnded } from '../session.ts';
import { type AnyShape, recordClient } from './record-list.ts';
import { wireOf } from './wire.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads and writes single records of a collection, numbers exact, as forms need them. */
export function recordWriterOf(collection: ServedDescription): RecordWriter {
  const client = recordClient(collection);
  const inAll = localeOf(collection.fields);
  const read = async (id: string) => {
    const { record, etag } = await client.getTagged(id, inAll);
    return { id: record.id, values: valuesOf(collection, record), etag };
  };
  const saved = async ({ id, record, etag = '', request }: WriteAnswer<AnyShape>) => ({
    ...(record ? { id, values: valuesOf(collection, record), etag } : await read(id)),
    request,
  });
  return {
    read,
    create: async (values, key) =>
      saved(await client.createAndGet(wireOf(collection, values), { ...inAll, idempotencyKey: key })),
    async update(id, values, { key, etag }) {
      const options = { ...inAll, idempotencyKey: key, ...(etag !== undefined && { ifMatch: etag }) };
      return saved(await client.patchAndGet(id, wireOf(collection, values), options));
    },
    propose: async (id, attempt, proposal) =>
      (await proposals()).proposeEdit(collection, id, attempt, proposal),
    upload: async (file, isPrivate) => (await uploadFile(file, { private: isPrivate })).id,
  };
}

/** No record has this ETag. */
const STALE_ETAG = '"changed"';

/** The ETag of a record if it still has the shown values; otherwise one that every write refuses. */
export async function etagIfUnchanged(
  collection: ServedDescription,
  id: string,
  shown: Values,
): Promise<string> {
  const { etag, values } = await recordWriterOf(collection).read(id);
  return Object.keys(shown).every((name) => values[name] === shown[name]) ? etag : STALE_ETAG;
}

/** Most edits are saved. */
const proposals = () => import('../sets/proposals.ts');

/** Checks a change by a dry run. Throws if the server would refuse it. */
export async function tryWrite(
  collection: ServedDescription,
  id: string | undefined,
  values: Values,
): Promise<void> {
  const sent = wireOf(collection, values);
  await recordClient(collection).dryRun(
    id === undefined ? { action: 'create', values: sent } : { action: 'update', id, values: sent },
  );
}

/** The values of a record that was answered, without those that it hides although other records show them. */
export function valuesOf({ fields }: ServedDescription, record: Raw): Values {
  const shown = fields.filter(({ name, translates = name, readable }) => !readable || translates in record);
  return Object.fromEntries(shown.map((field) => [field.name, readValue(field, valueIn(record, field))]));
}

/** Classifies a failed write. Errors without an answer are network errors. */
export function failureOf(error: unknown): WriteFailure {
  if (!(error instanceof QuireError)) return hasEnded.value ? 'signed-out' : 'unreachable';
  if (error.status === 412) return 'changed';
  if (error.status >= 500 || error.status === 429) return 'unreachable';
  if (hasEnded.value) return 'signed-out';
  return error.status === 404 ? 'gone' : 'refused';
}
