import { existsSync } from 'node:fs';
import { isDefinedBy, loadModule, moduleFiles } from '../definitions/for-server.ts';
import { CannotStart } from '../errors.ts';
import type { Mistakes } from '../shared/mistakes.ts';

/** Something that a file of a project defines. */
export interface FoundDefinition<out Defined> {
  readonly defined: Defined;
  readonly name: string;
  /** For messages; of a plug-in, the file that lists it and its name. */
  readonly file: string;
  /** The name of the plug-in that adds it; left out for what a file of the project defines. */
  readonly plugin?: string;
}

/** What a folder of a project holds. */
export interface Kind<in Defined> {
  /** The functions that define it. */
  readonly define: string | readonly string[];
  nameOf(defined: Defined): string;
}

/**
 * All that the files of a folder define, in the order of the files' names, and after it what plug-ins add; nothing of the folder
 * if it is not there. Every export has to be what a function named `define` returns, and no two may have the same name. Notes
 * mistakes with file and export.
 */
export async function findDefined<Defined>(
  folder: string,
  { define, nameOf }: Kind<Defined>,
  mistakes: Mistakes,
  added: readonly FoundDefinition<Defined>[] = [],
): Promise<FoundDefinition<Defined>[]> {
  const functions = [define].flat();
  const files = existsSync(folder) ? moduleFiles(folder) : [];
  const found = await mistakes.readEach(files, async (file) => {
    const exported = (await exportsOf(file, functions)) as Defined[]; // the functions return nothing else
    return exported.map((defined) => ({ defined, name: nameOf(defined), file }));
  });
  const all = [...found.flat(), ...added];
  mistakes.note(...sharedNames(functions, all));
  return all;
}

/** What a file exports. Throws CannotStart unless these functions returned all of it. */
async function exportsOf(file: string, functions: readonly string[]): Promise<unknown[]> {
  const exported = Object.entries(await loadModule(file));
  const allowed = `allowed: what ${functions.map((name) => `${name}(…)`).join(' or ')} returns`;
  if (exported.length === 0) throw new CannotStart(`${file} exports nothing; ${allowed}`);
  for (const [as, value] of exported)
    if (!functions.some((name) => isDefinedBy(name, value)))
      throw new CannotStart(`${file} exports ${kindOf(value)} as '${as}'; ${allowed}`);
  return exported.map(([, value]) => value);
}

function sharedNames(functions: readonly string[], found: readonly FoundDefinition<unknown>[]): string[] {
  return [...Map.groupBy(found, (one) => one.name)].flatMap(([name, sharing]) =>
    sharing.length === 1
      ? []
      : `${functions.join(' or ')}: '${name}' is defined more than once: ${filesOf(sharing)}`,
  );
}

function filesOf(sharing: readonly FoundDefinition<unknown>[]): string {
  return [...new Set(sharing.map(({ file }) => file))].join(' and ');
}

/** What a value is, in words. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return 'a function';
  return Array.isArray(value) ? 'a list' : `something else (${typeof value})`;
}
