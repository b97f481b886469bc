import { file } from '../../../records/file.collection.ts';
import { idOf, idOfRecord, type Move } from '../move.ts';
import { FILES } from './files.ts';

/** A file of the source that a text names. */
export interface NamedFile {
  /** Whether it is taken over, or would be. */
  readonly isHere: boolean;
  /** Its path here; a dry run does not know it yet. */
  readonly path: string | undefined;
}

/** The path of a file in a text of the source, which holds the path alone, as pictures of users do, or its whole address. */
function pathIn(text: string): string {
  return text.replace(/^(?:https?:\/\/[^/]+)?\/?assets\//, '');
}

/** The files in the source's own folder that these texts name, by text. Texts that name none are left out. */
export async function filesNamedIn(
  { source, mapping, store }: Move,
  texts: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, NamedFile>> {
  const given = texts.filter((text) => typeof text === 'string' && text !== '') as string[];
  if (given.length === 0 || !source.has(FILES)) return new Map();
  const records = await source.records(
    `select t.id, t.path from ${source.from(FILES)} t where t.path in (?) and coalesce(t.type, '') <> 'REMOTE' order by t.id`,
    [given.map(pathIn)],
  );
  const targets = await mapping.targets(FILES, records.map(idOfRecord));
  const here = await store.reads.where(file, (select) => select.where('id', 'in', [0n, ...targets.values()]));
  const paths = new Map(here.map(({ id, path }) => [id, path]));
  const named = new Map<string, NamedFile>();
  for (const { id, path } of records) {
    const target = targets.get(idOf(id));
    const isHere = target !== undefined;
    if (path && (isHere || !named.has(path)))
      named.set(path, { isHere, path: isHere ? paths.get(target) : undefined });
  }
  return new Map(
    given.flatMap((text) => {
      const found = named.get(pathIn(text));
      return found ? [[text, found] as const] : [];
    }),
  );
}
