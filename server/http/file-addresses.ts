import type { Raw } from '../database/engine.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-collection.ts';
import { USER } from '../definitions/derived/users-as-targets.ts';
import { FILE } from '../definitions/fields/file.ts';
import { toAvatarUrl } from './avatar.ts';
import type { ToUrl } from './public-url.ts';

/** The URL of a file. A private file needs the token of a user who may read it. */
export function fileUrl(file: { id: unknown; path: string; private: boolean }, toUrl: ToUrl): string {
  return toUrl(file.private ? `/cms/file/${file.id}/content` : `/assets/${file.path}`);
}

/** Answers rows of a collection with the address of each file under `expanded`, however deep. */
export type Address = (definition: Definition) => (row: Raw) => Raw;

export function makeAddress(catalogue: Catalogue, toUrl: ToUrl): Address {
  const addressed: Address = (definition) => (row) => {
    const expanded = row.expanded as Readonly<Record<string, Raw | readonly Raw[] | null>> | undefined;
    if (!expanded) return row;
    const entries = Object.entries(expanded).map(([name, there]) => {
      const back = catalogue.waysOf(definition.name)[name];
      const target = catalogue.get(
        back?.collection ?? catalogue.referenceAt(definition.name, name)?.leaf.target ?? '',
      );
      const shown = (one: Raw) => withUrl(target, addressed(target)(one));
      return [name, Array.isArray(there) ? there.map(shown) : there && shown(there as Raw)];
    });
    return { ...row, expanded: Object.fromEntries(entries) };
  };
  const withUrl = ({ name }: Definition, row: Raw): Raw => {
    if (name === FILE && typeof row.path === 'string')
      return { ...row, url: fileUrl({ id: row.id, path: row.path, private: row.private === true }, toUrl) };
    return name === USER ? withAvatar(row, toUrl) : row;
  };
  return (definition) =>
    leadsToAddresses(catalogue, definition.name) ? addressed(definition) : (row) => row;
}

/** Whether expanding a collection's rows may ever show a file or a picture, however deep. */
function leadsToAddresses(catalogue: Catalogue, collection: string, seen = new Set<string>()): boolean {
  if (collection === FILE || collection === USER) return true;
  if (seen.has(collection)) return false;
  seen.add(collection);
  const targets = [
    ...catalogue.referencesOf(collection).flatMap(({ leaf }) => leaf.target ?? []),
    ...Object.values(catalogue.waysOf(collection)).map((way) => way.collection),
  ];
  return targets.some((target) => leadsToAddresses(catalogue, target, seen));
}

/** A user's row, with the address of their picture where it was asked for. */
export function withAvatar(row: Raw, toUrl: ToUrl): Raw {
  return typeof row.avatar === 'string' ? { ...row, avatar: toAvatarUrl(row.avatar, toUrl) } : row;
}
