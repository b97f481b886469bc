import { createInterface } from 'node:readline';
import { fromJson } from '../../../shared/json.ts';
import { isObject, readForm } from '../forms/check-forms.ts';
import type { CollectionForm } from '../forms/forms.ts';
import type { MovedFile, MovedGroup, MovedPerson, MovedRecord, MoveSource } from '../source.ts';
import { SourceProblem } from '../source.ts';
import { jsonIn, openZip, type Zip } from './open-zip.ts';

/** The fields of an exported record that are no values of it. */
const STAMPS = ['id', 'create_time', 'create_user_id', 'update_time', 'update_user_id'];
const OF_DRAFTS = ['publication', 'published_time', 'publish_time', 'unpublish_time'];

type Line = Record<string, unknown>;

/** What `quire export --all` wrote. */
export async function openArchive(path: string): Promise<MoveSource> {
  const zip = await openZip(path);
  try {
    const collections = await formsIn(zip);
    return {
      name: zip.manifest.origin,
      collections,
      locales: zip.manifest.locales,
      groups: () => mapped(linesIn(zip, 'groups.jsonl'), groupOf),
      people: () => mapped(linesIn(zip, 'people.jsonl'), personOf),
      files: () => mapped(linesIn(zip, 'files.jsonl'), (line) => fileOf(zip, line)),
      records: (name) =>
        recordsOf(
          zip,
          collections.find((one) => one.name === name),
        ),
      leftOut: () => zip.manifest.leftOut,
      async close() {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function formsIn(zip: Zip): Promise<CollectionForm[]> {
  const names = Object.keys(zip.manifest.entries).filter((name) => name.startsWith('collections/'));
  const forms: CollectionForm[] = [];
  for (const name of names) {
    const form = readForm(await jsonIn(await zip.open(name), name), name);
    if (name !== `collections/${form.name}.json`)
      throw new SourceProblem(`${name}: describes '${form.name}'`);
    forms.push(form);
  }
  return forms;
}

async function* mapped<T>(lines: AsyncIterable<Line>, map: (line: Line) => T): AsyncGenerator<T> {
  for await (const line of lines) yield map(line);
}

/** The longest line, in characters: a record is not larger. */
const LONGEST_LINE = 100_000_000;

async function* linesIn(zip: Zip, name: string): AsyncGenerator<Line> {
  if (!zip.has(name)) return;
  const lines = createInterface({ input: await zip.open(name), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    if (line.length > LONGEST_LINE) throw new SourceProblem(`${name}: line ${number} is too long`);
    yield lineOf(line, `${name}: line ${number}`);
  }
}

function lineOf(text: string, where: string): Line {
  try {
    const value = fromJson<unknown>(text);
    if (isObject(value) && value.id !== undefined && /^-?\d{1,19}$/.test(String(value.id))) return value;
  } catch (error) {
    throw new SourceProblem(`${where}: is not read as JSON`, { cause: error });
  }
  throw new SourceProblem(`${where}: is not an object with an id`);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const keysOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

function groupOf({ id, name, info, permissions }: Line): MovedGroup {
  return { key: String(id), name: textOf(name), info: textOf(info), permissions: keysOf(permissions) };
}

function personOf({ id, username, nickname, email, active, groups }: Line): MovedPerson {
  return {
    key: String(id),
    username: textOf(username),
    nickname: textOf(nickname),
    email: typeof email === 'string' ? email : null,
    isActive: active === true,
    groups: keysOf(groups),
  };
}

function fileOf(zip: Zip, { id, name, path, entry, alt, private: isPrivate }: Line): MovedFile {
  const at = textOf(entry);
  const texts = Object.entries(isObject(alt) ? alt : {}).filter(([, text]) => typeof text === 'string');
  return {
    key: String(id),
    name: textOf(name),
    alt: Object.fromEntries(texts) as Record<string, string>, // filtered above
    isPrivate: isPrivate === true,
    addresses: [`/assets/${textOf(path)}`],
    open: async () => (zip.has(at) ? zip.open(at) : { reason: 'its bytes are not in the archive' }),
  };
}

/** Published values stand in a file of their own, in the same order. */
async function* recordsOf(zip: Zip, form: CollectionForm | undefined): AsyncGenerator<MovedRecord> {
  if (!form) return;
  await using published = new InStep(linesIn(zip, `published/${form.name}.jsonl`));
  for await (const line of linesIn(zip, `records/${form.name}.jsonl`)) {
    const seen = form.hasDrafts ? await published.at(BigInt(String(line.id))) : undefined;
    const { publication, publish_time } = line;
    const stamps = {
      created: Number(line.create_time),
      updated: Number(line.update_time ?? line.create_time),
    };
    yield {
      key: form.isSingleton ? 'singleton' : String(line.id),
      values: valuesOf(line, form),
      published: publication === 'changed' && seen ? valuesOf(seen, form) : publication === 'published',
      ...(Number(publish_time) > 0 && { publishAt: Number(publish_time) }),
      ...(Number.isFinite(stamps.created) && { times: stamps }),
      ...(line.create_user_id !== undefined && { creator: String(line.create_user_id) }),
    };
  }
}

function valuesOf(line: Line, { hasDrafts, fields }: CollectionForm): Line {
  const own = (name: string) => Object.hasOwn(fields, name);
  const dropped = [...STAMPS, ...(hasDrafts ? OF_DRAFTS : [])];
  return Object.fromEntries(Object.entries(line).filter(([name]) => own(name) || !dropped.includes(name)));
}

/** Lines in the order of their ids, asked for in that order. */
class InStep {
  readonly #lines: AsyncGenerator<Line>;
  #next: Line | undefined;

  constructor(lines: AsyncGenerator<Line>) {
    this.#lines = lines;
  }

  async at(id: bigint): Promise<Line | undefined> {
    while (this.#next === undefined || BigInt(String(this.#next.id)) < id) {
      const { value, done } = await this.#lines.next();
      if (done) return undefined;
      this.#next = value;
    }
    return BigInt(String(this.#next.id)) === id ? this.#next : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lines.return(undefined);
  }
}
