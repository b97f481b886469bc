import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fromJson } from '../../../shared/json.ts';
import type { FetchFile } from '../http/fetch-file.ts';
import { SourceProblem } from '../source.ts';
import { fileOf, groupOf, personOf } from './belongings.ts';
import type { Row } from './document.ts';
import { type Entity, ExportIndex } from './export-index.ts';
import { listOf } from './plan.ts';
import type { StrapiReader } from './reader.ts';
import { type Attribute, type StrapiSchema, type StrapiType, schemaOf } from './schema.ts';
import { tarFiles } from './tar.ts';

const FILES = 'plugin::upload.file';
const USERS = 'plugin::users-permissions.user';
const ROLES = 'plugin::users-permissions.role';
const LOCALES = 'plugin::i18n.locale';
/** The longest line, in characters: a record is not larger. */
const LONGEST_LINE = 100_000_000;
const DEFAULT_LOCALE = /"key":"plugin_i18n_default_locale".*?"value":"\\?"?([\w-]+)/;

/** What `strapi export --no-encrypt` wrote. Entities, and files once they are asked for, are kept in a folder of their own until the end. */
export async function openExport(path: string, fetchFile: FetchFile): Promise<StrapiReader> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-move-in-'));
  const index = new ExportIndex(join(folder, 'index.db'));
  const close = async () => {
    index.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { schema, defaultLocale } = await readInto(index, path);
    if (schema.types.length === 0)
      throw new SourceProblem(`${path}: holds no content types: this is no export of Strapi`);
    const codes = [...index.entities(LOCALES)].map(({ data }) => String(data.code));
    const first = defaultLocale ?? codes[0] ?? 'en';
    const assets = new Assets(path, folder, fetchFile);
    return {
      name: 'strapi:export',
      schema,
      locales: [first, ...codes.filter((one) => one !== first)],
      unseen: [],
      async *groups() {
        for (const { data } of index.entities(ROLES)) yield* groupOf(data);
      },
      async *people() {
        for (const { type, id, data } of index.entities(USERS)) {
          const role = index.linked({ type, ref: id }, 'role')[0]?.data;
          yield personOf({ ...data, role });
        }
      },
      async *files() {
        for (const { data } of index.entities(FILES)) yield fileOf(data, undefined, () => assets.open(data));
      },
      documents: (type) => documentsOf(index, schema, type),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readInto(index: ExportIndex, path: string) {
  const described: unknown[] = [];
  let defaultLocale: string | undefined;
  for await (const { name, body } of tarFiles(path)) {
    if (/^schemas\/[^/]+\.jsonl$/.test(name))
      for await (const text of linesOf(body, name)) described.push(parsed(text, name));
    if (/^entities\/[^/]+\.jsonl$/.test(name))
      for await (const text of linesOf(body, name)) index.addEntity(parsed(text, name), text);
    if (/^links\/[^/]+\.jsonl$/.test(name))
      for await (const text of linesOf(body, name)) index.addLink(parsed(text, name));
    if (/^configuration\/[^/]+\.jsonl$/.test(name))
      for await (const text of linesOf(body, name)) defaultLocale ??= DEFAULT_LOCALE.exec(text)?.[1];
  }
  index.finish();
  return { schema: schemaOf(described), defaultLocale };
}

async function* linesOf(body: Readable, name: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.length > LONGEST_LINE)
      throw new SourceProblem(`${name}: a line has more than ${LONGEST_LINE} characters`);
    if (line.trim() !== '') yield line;
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return fromJson<unknown>(text);
  } catch (cause) {
    throw new SourceProblem(`${name}: a line is no JSON`, { cause });
  }
}

async function* documentsOf(
  index: ExportIndex,
  schema: StrapiSchema,
  type: StrapiType,
): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  for (const entity of index.entities(type.uid)) {
    const row = rowOf(index, schema, type, entity);
    if (rows.length > 0 && rows[0]?.key !== row.key) {
      yield rows;
      rows = [];
    }
    rows.push(row);
  }
  if (rows.length > 0) yield rows;
}

function rowOf(index: ExportIndex, schema: StrapiSchema, type: StrapiType, { id, data }: Entity): Row {
  const { documentId, locale, publishedAt, createdAt, updatedAt } = data;
  return {
    key: String(documentId ?? id),
    locale: typeof locale === 'string' ? locale : null,
    isPublished: !type.hasDrafts || typeof publishedAt === 'string',
    createdAt,
    updatedAt,
    values: withLinks(index, schema, type, { ...data, id }),
  };
}

/** The values of a row or a component, with what its relations and files lead to. */
function withLinks(
  index: ExportIndex,
  schema: StrapiSchema,
  { uid, attributes }: Pick<StrapiType, 'uid' | 'attributes'>,
  data: Record<string, unknown>,
): Record<string, unknown> {
  const from = { type: uid, ref: Number(data.id) };
  const inside = (component: string, value: Record<string, unknown>) => {
    const known = schema.components.get(component);
    return known ? { ...withLinks(index, schema, known, value), __component: component } : value;
  };
  const valueIn = ({ name, type, component, isRepeatable, isWayBack }: Attribute) => {
    const value = data[name];
    if (type === 'media' || (type === 'relation' && !isWayBack))
      return index.linked(from, name).map(({ id, data: { documentId } }) => ({ id, documentId }));
    if (type === 'dynamiczone') return listOf(value).map((one) => inside(String(one.__component), one));
    if (type !== 'component') return value;
    const all = listOf(value).map((one) => inside(component, one));
    return isRepeatable ? all : (all[0] ?? null);
  };
  return { ...data, ...Object.fromEntries(attributes.map((one) => [one.name, valueIn(one)])) };
}

/** The bytes of files, which are taken out of the archive when the first is asked for. */
class Assets {
  readonly #path: string;
  readonly #folder: string;
  readonly #fetchFile: FetchFile;
  #unpacked: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(path: string, folder: string, fetchFile: FetchFile) {
    this.#path = path;
    this.#folder = folder;
    this.#fetchFile = fetchFile;
  }

  async open({ url, hash, ext }: Record<string, unknown>): Promise<Readable | { readonly reason: string }> {
    this.#unpacked ??= this.#unpack();
    const file = (await this.#unpacked).get(`${hash}${ext}`);
    if (file !== undefined) return createReadStream(file);
    const address = String(url);
    if (/^https?:/.test(address)) return this.#fetchFile(address);
    return { reason: `the export holds no ${basename(address)}` };
  }

  /** Under numbers: a name in an archive may be anything. */
  async #unpack(): Promise<ReadonlyMap<string, string>> {
    const files = new Map<string, string>();
    for await (const { name, body } of tarFiles(this.#path)) {
      if (!name.startsWith('assets/uploads/')) continue;
      const file = join(this.#folder, String(files.size));
      await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      files.set(basename(name), file);
    }
    return files;
  }
}
