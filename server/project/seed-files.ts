import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { type Catalogue, type Definition, holdsFiles, isLocaleName } from '../definitions/for-server.ts';
import type { Fixture } from '../definitions/project/define-fixture.ts';
import { CannotStart, isRefusal } from '../errors.ts';
import { file, inEachColumn, type SourceRecord, type Writes } from '../records/index.ts';
import { publicFile, type TakeFile, type Taken } from '../records/take-file.ts';

/** A file that a fixture names in place of an id. */
interface NamedFile {
  /** Its path below `fixtures/`. */
  readonly file: string;
  /** What it shows, by language, for those who cannot see it. */
  readonly alt?: Readonly<Record<string, string>>;
}

/** Puts the ids of files in the place of those that a fixture names. */
export interface SeedFiles {
  fill(
    writes: Writes,
    definition: Definition,
    records: readonly SourceRecord[],
  ): Promise<readonly SourceRecord[]>;
}

/** The files of one seed. Each content is taken once, also if the transaction is done again, and a stored one gets no second record. */
export function makeSeedFiles(root: string, takeFile: TakeFile | undefined, isTrial: boolean): SeedFiles {
  const known = new Map<string, Taken['values']>();
  const take = async (writes: Writes, path: string): Promise<Taken['values']> => {
    if (!takeFile) throw new CannotStart(`'${path}' cannot be stored: this server keeps no files`);
    await using taken = await takeFile(createReadStream(await pathOf(root, path)), basename(path));
    if (!isTrial && !(await publicFile(writes, taken.values.sha256))) await taken.store();
    return taken.values;
  };
  const idOf = async (writes: Writes, { file: path, alt = {} }: NamedFile): Promise<bigint> => {
    const values = known.get(path) ?? (await take(writes, path));
    known.set(path, values);
    const here = await publicFile(writes, values.sha256);
    return here?.id ?? (await writes.create(file, { ...values, alt }));
  };
  return {
    async fill(writes, definition, records) {
      const names = fileFields(definition);
      const filled: SourceRecord[] = [];
      for (const record of records) filled.push(await withFiles(record, names, (one) => idOf(writes, one)));
      return filled;
    },
  };
}

async function withFiles(
  record: SourceRecord,
  names: readonly string[],
  idOf: (named: NamedFile) => Promise<bigint>,
): Promise<SourceRecord> {
  let filled = record;
  for (const name of names)
    try {
      const value = await withIds(filled.values[name], idOf);
      if (value !== undefined) filled = { ...filled, values: { ...filled.values, [name]: value } };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      filled = { ...filled, problems: { ...filled.problems, [name]: error.text } };
    }
  return filled;
}

async function withIds(value: unknown, idOf: (named: NamedFile) => Promise<bigint>): Promise<unknown> {
  if (!Array.isArray(value)) return isNamed(value) ? idOf(value) : value;
  const ids: unknown[] = [];
  for (const one of value) ids.push(await withIds(one, idOf));
  return ids;
}

/** Throws CannotStart if a fixture names a file that is not there, or describes it in what is no language. */
export async function requireFiles(root: string, catalogue: Catalogue, fixture: Fixture): Promise<void> {
  const definition = catalogue.get(fixture.collection);
  const toColumns = inEachColumn(definition);
  const problems: string[] = [];
  for (const [index, values] of fixture.records.entries()) {
    const sent = toColumns({ line: index + 1, size: 0, values }).values;
    for (const name of fileFields(definition))
      for (const named of [sent[name]].flat().filter(isNamed)) {
        const problem = problemOfAlt(named) ?? (await problemOfPath(root, named.file));
        if (problem) problems.push(`record ${index + 1}, field '${name}': ${problem}`);
      }
  }
  if (problems.length > 0) throw new CannotStart(problems);
}

async function problemOfPath(root: string, path: string): Promise<string | undefined> {
  try {
    await pathOf(root, path);
    return undefined;
  } catch (error) {
    if (error instanceof CannotStart) return error.message;
    throw error;
  }
}

function problemOfAlt({ alt = {} }: NamedFile): string | undefined {
  const isSound =
    typeof alt === 'object' &&
    alt !== null &&
    Object.entries(alt).every(([language, text]) => isLocaleName(language) && typeof text === 'string');
  return isSound ? undefined : "'alt' must be a text for each language, such as { en: 'A loaf' }";
}

/** Where a named file is. Throws CannotStart unless it is a file below `fixtures/`. */
async function pathOf(root: string, path: string): Promise<string> {
  const folder = join(root, 'fixtures');
  try {
    const found = await realpath(join(folder, path));
    const isBelow = found.startsWith(`${await realpath(folder)}${sep}`);
    if (isBelow && (await stat(found)).isFile()) return found;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new CannotStart(`there is no file '${path}' in ${folder}`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
}

/** With the fields for the other languages. */
function fileFields({ fields }: Definition): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (holdsFiles(field) ? name : []));
}

function isNamed(value: unknown): value is NamedFile {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}
