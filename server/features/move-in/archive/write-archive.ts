import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { grant, group, LEVEL, membership, permission, user } from '../../../access/index.ts';
import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { file, localise, type RecordStore, readLocales, type Select } from '../../../records/index.ts';
import { toJson } from '../../../shared/exact-json.ts';
import type { Storage } from '../../../storage/storage.ts';
import { keyOf } from '../../files/exports.ts';
import { describeDefinition, FORMAT, MANIFEST, VERSION } from './describe-definition.ts';

/** Records read at once; their texts may be long. */
const PAGE = 100;

/** What no archive holds. A backup has all of it. */
const LEFT_OUT = [
  'passwords, second factors, sessions and API keys',
  'histories, the audit log and the trash',
  'secret fields',
  'hooks, patterns, and conditions of rules of access: these are code of the project',
  'settings, jobs, webhooks, views, comments and change sets',
  'super administrators as such: they come as ordinary users',
];

interface Parts {
  readonly store: RecordStore;
  readonly storage: Storage;
  /** Told of what could not be read. */
  readonly say: (line: string) => void;
}

/** Writes everything that another Quire, or somebody with a ZIP program, can use. The records are read a chunk at a time. */
export async function* writeArchive(parts: Parts): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const filling = fill(zip, parts).catch(fail);
  yield* output;
  await filling;
}

async function fill(zip: yazl.ZipFile, parts: Parts): Promise<void> {
  const { store, storage } = parts;
  const { catalogue, reads } = store;
  const entries: Record<string, { size: number; sha256: string }> = {};
  const add = async (name: string, content: AsyncIterable<Uint8Array | string>, compress = true) => {
    const { counting, noted } = counted();
    zip.addReadStream(counting, name, { compress });
    await pipeline(content, counting);
    entries[name] = noted();
  };
  const stored = catalogue.served.filter(({ sql }) => !sql);
  for (const definition of stored) {
    const { name } = definition;
    const drafts = catalogue.draftsOf(definition);
    const form = toJson(describeDefinition(definition), { indent: 2 });
    await add(`collections/${name}.json`, inOne(`${form}\n`));
    await add(`records/${name}.jsonl`, recordsOf(store, drafts ?? definition));
    if (drafts) await add(`published/${name}.jsonl`, recordsOf(store, definition));
  }
  await add('groups.jsonl', groupsOf(store));
  await add('people.jsonl', peopleOf(store));
  await add('files.jsonl', linesOf(reads, file, fileLine));
  for await (const one of allOf(reads, file)) {
    const bytes = await storage.open(keyOf(one.path));
    if (bytes) await add(`files/${one.id}.${one.extension}`, bytes, false);
    else parts.say(`file ${one.id} '${one.name}' has no bytes: the archive has only its record`);
  }
  const [first] = await reads.where(user, (select) => select.orderBy('id').limit(1));
  const manifest = {
    format: FORMAT,
    version: VERSION,
    origin: `quire-${Number(first?.create_time ?? 0).toString(36)}`,
    made: new Date().toISOString(),
    locales: catalogue.locales.map(({ name }) => name),
    entries,
    leftOut: LEFT_OUT,
  };
  zip.addBuffer(Buffer.from(`${toJson(manifest, { indent: 2 })}\n`), MANIFEST);
  zip.end();
}

function counted() {
  const hash = createHash('sha256');
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { counting, noted: () => ({ size, sha256: hash.digest('hex') }) };
}

async function* inOne(text: string): AsyncGenerator<string> {
  yield text;
}

/** The records as `/api` answers them in all languages, with who created them. Numbers are exact, and secret fields stay out. */
async function* recordsOf(store: RecordStore, definition: Definition): AsyncGenerator<string> {
  const locales = readLocales(store.catalogue.locales, { locale: 'all' });
  const { fields, columns } = definition;
  const names = ['id', 'create_time', 'create_user_id', 'update_time', ...Object.keys(fields)].filter(
    (name) => name in columns && !fields[name]?.secret && fields[name]?.translates === undefined,
  );
  for await (const record of allOf(store.reads, definition)) {
    const shown = localise<Raw>(definition, record, locales);
    yield `${toJson(Object.fromEntries(names.map((name) => [name, shown[name]])))}\n`;
  }
}

async function* allOf<D extends Definition>(
  reads: RecordStore['reads'],
  definition: D,
  only: (select: Select) => Select = (select) => select,
) {
  for (let last = -(2n ** 62n); ; ) {
    const records = await reads.where(definition, (select) =>
      only(select).where('id', '>', last).orderBy('id').limit(PAGE),
    );
    yield* records;
    const end = records.at(-1);
    if (!end) return;
    last = end.id;
  }
}

async function* linesOf<D extends Definition>(
  reads: RecordStore['reads'],
  definition: D,
  lineOf: (record: Awaited<ReturnType<typeof reads.where<D>>>[number]) => unknown,
): AsyncGenerator<string> {
  for await (const record of allOf(reads, definition)) yield `${toJson(lineOf(record))}\n`;
}

function fileLine({ id, name, path, extension, alt, private: isPrivate, mime, size }: FileLine) {
  return { id, name, path, entry: `files/${id}.${extension}`, alt, private: isPrivate, mime, size };
}
type FileLine = Awaited<ReturnType<RecordStore['reads']['where']>>[number] & Record<string, unknown>;

async function* groupsOf({ reads }: RecordStore): AsyncGenerator<string> {
  for await (const one of allOf(reads, group, (select) => select.where('level', '=', LEVEL.user))) {
    const grants = await reads.where(grant, (select) =>
      select.where('group_id', '=', one.id).where('until', 'is', null),
    );
    const ids = grants.map(({ permission_id }) => permission_id);
    const held =
      ids.length > 0 ? await reads.where(permission, (select) => select.where('id', 'in', ids)) : [];
    yield `${toJson({ id: one.id, name: one.name, info: one.info, permissions: held.map(({ key }) => key) })}\n`;
  }
}

async function* peopleOf({ reads }: RecordStore): AsyncGenerator<string> {
  for await (const one of allOf(reads, user, (select) => select.where('is_service', '=', false))) {
    const { id, username, nickname, email, active } = one;
    const joined = await reads.where(membership, (select) =>
      select.where('user_id', '=', id).where('until', 'is', null),
    );
    yield `${toJson({ id, username, nickname, email, active, groups: joined.map(({ group_id }) => group_id) })}\n`;
  }
}
