import type { RecordWriter, SavedRecord, WriteFailure } from '../../edits/send-edit.ts';
import { exactText, readExact } from '../../form/exact-json.ts';
import { readValue } from '../../form/field-values.ts';
import { languageQuery, valueIn } from '../../form/languages.ts';
import type { Values } from '../../form/record-merge.ts';
import { connection, QuireError, requestOf } from '../connection.ts';
import type { ServedDescription } from '../definitions.ts';
import { uploadFile } from '../files/files.ts';
import { hasEnded } from '../session.ts';
import { recordPath, versionQuery } from './record-path.ts';
import { wireOf } from './wire.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads and writes single records of a collection, numbers exact, as forms need them. */
export function recordWriterOf(collection: ServedDescription): RecordWriter {
  const query = languageQuery(collection.fields);
  const read = async (id: string) =>
    savedRecord(
      collection,
      await connection.response('GET', recordPath(collection, id), {
        query: [...query, ...versionQuery(collection)],
      }),
    );
  const write = async (method: string, path: string, { values, ...headers }: Sent) => {
    const body = exactText(wireOf(collection, values));
    const sent = { query, body, headers: { ...JSON_BODY, prefer: 'return=representation', ...headers } };
    const answer = await connection.response(method, path, sent);
    if (answer.headers.get('preference-applied')) return savedRecord(collection, answer);
    const { id } = readExact(await answer.text()) as Raw;
    return { ...(await read(id === undefined ? lastOf(path) : String(id))), request: requestOf(answer) };
  };
  return {
    read,
    create: (values, key) => write('POST', collection.path, { values, 'idempotency-key': key }),
    update: (id, values, { key, etag }) =>
      write('PATCH', recordPath(collection, id), { values, 'idempotency-key': key, 'if-match': etag }),
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

interface Sent {
  readonly values: Values;
  readonly 'idempotency-key'?: string | undefined;
  readonly 'if-match'?: string | undefined;
}

const JSON_BODY = { 'content-type': 'application/json' };

/** Checks a change by a dry run. Throws if the server would refuse it. */
export async function tryWrite(
  collection: ServedDescription,
  id: string | undefined,
  values: Values,
): Promise<void> {
  const path = id === undefined ? collection.path : recordPath(collection, id);
  const sent = {
    body: exactText(wireOf(collection, values)),
    headers: JSON_BODY,
    query: [['dry_run', 'true']] as const,
  };
  await connection.response(id === undefined ? 'POST' : 'PATCH', path, sent);
}

/** The values of a record that was answered. */
export function valuesOf({ fields }: ServedDescription, record: Raw): Values {
  return Object.fromEntries(fields.map((field) => [field.name, readValue(field, valueIn(record, field))]));
}

async function savedRecord(collection: ServedDescription, answer: Response): Promise<SavedRecord> {
  const record = readExact(await answer.text()) as Raw;
  return {
    id: String(readValue(ID, record.id)),
    values: valuesOf(collection, record),
    etag: answer.headers.get('etag') ?? '',
    request: requestOf(answer),
  };
}

const ID = { name: 'id', kind: 'reference', allows_null: false };

function lastOf(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** Classifies a failed write. Errors without an answer are network errors. */
export function failureOf(error: unknown): WriteFailure {
  if (!(error instanceof QuireError)) return hasEnded.value ? 'signed-out' : 'unreachable';
  if (error.status === 412) return 'changed';
  if (error.status >= 500 || error.status === 429) return 'unreachable';
  if (hasEnded.value) return 'signed-out';
  return error.status === 404 ? 'gone' : 'refused';
}
