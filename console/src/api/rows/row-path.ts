import type { ServedDescription } from '../definitions.ts';

/** The path of a row; a singleton's is its record's own. */
export function rowPath({ path, singleton }: ServedDescription, id: string): string {
  return singleton ? path : `${path}/${encodeURIComponent(id)}`;
}
