import type { Description, ServedDescription } from '../definitions.ts';

/** The path of a record; a singleton's is its collection's own. */
export function recordPath({ path, singleton }: ServedDescription, id: string): string {
  return singleton ? path : `${path}/${encodeURIComponent(id)}`;
}

/** The parameters that ask for the version of a collection that is shown. */
export function versionQuery({ version }: Description): [string, string][] {
  return version === 'draft' ? [['version', version]] : [];
}
