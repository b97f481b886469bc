import { FILES_PATH, UPLOADS_PATH } from '../../contract/own-paths.ts';
import type { Raw } from '../database/engine.ts';
import { type Catalogue, type Definition, FILE, USER } from '../definitions/for-server.ts';
import type { ToUrl } from './public-url.ts';

/** The URL of a file. A private file needs the token of a user who may read it. */
export function fileUrl(file: { id: unknown; path: string; private: boolean }, toUrl: ToUrl): string {
  return toUrl(file.private ? `${FILES_PATH}/${file.id}/content` : `${UPLOADS_PATH}/${file.path}`);
}

/** Answers records of a collection with the address of each file under `expanded`, however deep. */
export type Address = (definition: Definition) => (record: Raw) => Raw;

export function makeAddress(catalogue: Catalogue, toUrl: ToUrl): Address {
  const addressed: Address = (definition) => (record) => {
    const expanded = record.expanded as Readonly<Record<string, Raw | readonly Raw[] | null>> | undefined;
    if (!expanded) return record;
    const entries = Object.entries(expanded).map(([name, there]) => {
      const back = catalogue.waysOf(definition.name)[name];
      const target = catalogue.get(
        back?.collection ?? catalogue.referenceAt(definition.name, name)?.leaf.target ?? '',
      );
      const shown = (one: Raw) => withUrl(target, addressed(target)(one));
      return [name, Array.isArray(there) ? there.map(shown) : there && shown(there as Raw)];
    });
    return { ...record, expanded: Object.fromEntries(entries) };
  };
  const withUrl = ({ name }: Definition, record: Raw): Raw => {
    if (name === FILE && typeof record.path === 'string')
      return {
        ...record,
        url: fileUrl({ id: record.id, path: record.path, private: record.private === true }, toUrl),
      };
    return name === USER ? withAvatar(record, toUrl) : record;
  };
  return (definition) =>
    leadsToAddresses(catalogue, definition.name) ? addressed(definition) : (record) => record;
}

/** Whether expanding a collection's records may ever show a file or a picture, however deep. */
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

/** A user's record, with the address of their picture where it was asked for. */
export function withAvatar(record: Raw, toUrl: ToUrl): Raw {
  return typeof record.avatar === 'string'
    ? { ...record, avatar: toAvatarUrl(record.avatar, toUrl) }
    : record;
}

/** The stored form of a picture's address: of an upload only the path, so that it survives a move of the site; null for none. */
export function toAvatarPath(given: string | null, toUrl: ToUrl): string | null {
  const uploads = toUrl(`${UPLOADS_PATH}/`);
  return (given?.startsWith(uploads) ? given.slice(uploads.length) : given) || null;
}

/** The address of a picture, for clients. */
export function toAvatarUrl(kept: string | null, toUrl: ToUrl): string | null {
  return kept === null || /^https?:/.test(kept) ? kept : toUrl(`${UPLOADS_PATH}/${kept}`);
}
