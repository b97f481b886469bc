import type { Actor } from '../../access/actor.ts';
import { decide } from '../../access/decide.ts';
import type { Definition } from '../../definitions/for-server.ts';
import type { Route } from '../../http/index.ts';
import type { Use } from '../../records/rights.ts';

/** A route as a field of the schema: its arguments and its answer's type follow from those that the route declares. */
export interface OfferedRoute {
  readonly name: string;
  readonly method: Route['method'];
  readonly path: string;
  /** The type of what it answers, or of the items of a list; where it has none, a write answers an id. */
  readonly type?: string;
  /** A POST that changes nothing is a query. */
  readonly isQuery?: true;
}

/** The same of each collection: the names are behind and before that of the collection, the path is behind that of one record. */
export interface OfferedOfCollection extends Omit<OfferedRoute, 'name'> {
  readonly name: (collection: string) => string;
  readonly use: Use;
  /** The path is behind that of the collection. */
  readonly isOfAll?: true;
  /** Published records and drafts have one each; otherwise it is where records are written. */
  readonly isOfBoth?: true;
}

/** What is asked and done beside the records of one collection. */
export const OFFERED: readonly OfferedRoute[] = [
  { name: 'search', method: 'GET', path: '/v1/search', type: 'SearchResult' },
  { name: 'file', method: 'GET', path: '/cms/file/:id', type: 'StoredFile' },
  { name: 'file_list', method: 'GET', path: '/cms/file', type: 'StoredFile' },
  { name: 'file_usage', method: 'GET', path: '/cms/file/:id/usage', type: 'FileUsage' },
  { name: 'file_folders', method: 'GET', path: '/cms/file/folder', type: 'FileFolder' },
  { name: 'file_tags', method: 'GET', path: '/cms/file/tag', type: 'FileTag' },
  { name: 'update_file', method: 'PATCH', path: '/cms/file/:id' },
  { name: 'delete_file', method: 'DELETE', path: '/cms/file/:id' },
  { name: 'create_file_folder', method: 'POST', path: '/cms/file/folder' },
  { name: 'update_file_folder', method: 'PATCH', path: '/cms/file/folder/:id' },
  { name: 'delete_file_folder', method: 'DELETE', path: '/cms/file/folder/:id' },
  { name: 'rename_file_tag', method: 'PATCH', path: '/cms/file/tag/:id' },
  { name: 'delete_file_tag', method: 'DELETE', path: '/cms/file/tag/:id' },
  {
    ...{ name: 'file_replacement_preview', method: 'POST', path: '/cms/file/:id/replacement/preview' },
    ...{ type: 'FileReplacementPreview', isQuery: true },
  },
  { name: 'replace_file', method: 'POST', path: '/cms/file/:id/replacement', type: 'FileReplacement' },
  { name: 'undo', method: 'GET', path: '/cms/undo/:id', type: 'Undo' },
  { name: 'undo_list', method: 'GET', path: '/cms/undo', type: 'Undo' },
  { name: 'undo_records', method: 'GET', path: '/cms/undo/:id/records', type: 'UndoRecord' },
  { name: 'undo_preview', method: 'POST', path: '/cms/undo/preview', type: 'UndoPreview', isQuery: true },
  { name: 'undo_changes', method: 'POST', path: '/cms/undo' },
];

/** What is asked and done with each collection, beside reading and writing its records as they are. */
export const OFFERED_OF_COLLECTION: readonly OfferedOfCollection[] = [
  {
    ...{ name: (of) => `${of}_history`, use: 'history', isOfBoth: true },
    ...{ method: 'GET', path: '/history', type: 'Revision' },
  },
  {
    ...{ name: (of) => `${of}_difference`, use: 'history', isOfBoth: true },
    ...{ method: 'GET', path: '/difference', type: 'Difference' },
  },
  {
    ...{ name: (of) => `${of}_field_changes`, use: 'history', isOfAll: true, isOfBoth: true },
    ...{ method: 'GET', path: '/history', type: 'FieldChange' },
  },
  {
    ...{ name: (of) => `${of}_usage`, use: 'read', isOfBoth: true },
    ...{ method: 'GET', path: '/usage', type: 'Usage' },
  },
  {
    ...{ name: (of) => `revert_${of}`, use: 'restore' },
    ...{ method: 'POST', path: '/history/:revision/restore', type: 'Reverted' },
  },
  {
    ...{ name: (of) => `${of}_previews`, use: 'read' },
    ...{ method: 'GET', path: '/previews', type: 'PreviewLink' },
  },
  {
    ...{ name: (of) => `preview_${of}`, use: 'read' },
    ...{ method: 'POST', path: '/preview', type: 'Preview' },
  },
  {
    ...{ name: (of) => `end_preview_${of}`, use: 'read' },
    ...{ method: 'DELETE', path: '/previews/:preview' },
  },
];

/** Finds a route by its method and its path as it is declared. */
export type FindRoute = (method: Route['method'], path: string, isOfDrafts?: boolean) => Route | undefined;

/** Looks routes up, which may be complete only when the first is asked for. */
export function routeFinder(routes: readonly Route[]): FindRoute {
  const keyOf = (method: string, path: string, isOfDrafts: boolean) => `${method} ${path} ${isOfDrafts}`;
  let known: ReadonlyMap<string, Route> | undefined;
  return (method, path, isOfDrafts = false) => {
    known ??= new Map(routes.map((one) => [keyOf(one.method, one.path, one.isOfDrafts === true), one]));
    return known.get(keyOf(method, path, isOfDrafts));
  };
}

/** The names of what is offered to a caller beside collections. The routes decide again. */
export function offeredTo(actor: Actor, find: FindRoute): ReadonlySet<string> {
  const mayAsk = ({ method, path }: OfferedRoute) => {
    const found = find(method, path);
    return found !== undefined && decide(actor, found.access).allowed;
  };
  return new Set(OFFERED.filter(mayAsk).map(({ name }) => name));
}

/** Where a route of a collection is, as it is declared. */
export function pathOfOffered(
  { path = '', isSingleton }: Pick<Definition, 'path' | 'isSingleton'>,
  { path: end, isOfAll }: OfferedOfCollection,
): string {
  return `${path}${isOfAll || isSingleton ? '' : '/:id'}${end}`;
}
