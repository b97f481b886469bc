import type { AccessRule } from '../definitions/access-rule.ts';
import { readBuilt } from './built-parts.ts';
import { type CompiledParts, compileParts, type PartFiles } from './compile-parts.ts';
import type { ConsolePart } from './define-parts.ts';

/** A part that a project or a plug-in defines. */
export interface FoundPart {
  readonly defined: ConsolePart;
  readonly file: string;
  readonly plugin?: string;
}

/** A part that can be served. */
export interface ServedPart extends PartFiles {
  readonly defined: ConsolePart;
  readonly plugin: string | null;
  /** Who may see it. By default, everybody who may use its collections. */
  readonly access: AccessRule | undefined;
}

/** The parts of the console, and their files. */
export interface ConsoleParts {
  readonly all: readonly ServedPart[];
  readonly files: CompiledParts['files'];
}

/** What access rules of definitions mean. */
type ToRule = (part: ConsolePart) => AccessRule | undefined;

/** The parts of a project, as `quire build` left them or compiled now. Throws CannotStart with what is wrong. */
export async function openParts(
  root: string,
  parts: readonly FoundPart[],
  toRule: ToRule,
): Promise<ConsoleParts> {
  if (parts.length === 0) return { all: [], files: new Map() };
  const definitions = parts.map(({ file }) => file);
  const { entries, files } = readBuilt(root, definitions) ?? (await compileParts(root, definitions));
  const all = parts.map(({ defined, file, plugin = null }) => {
    const made = entries.get(file);
    if (!made) throw new Error(`${file} was compiled, but is not among the results`);
    return { defined, plugin, access: toRule(defined), ...made };
  });
  return { all, files };
}
