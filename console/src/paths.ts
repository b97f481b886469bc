interface Named {
  readonly name: string;
  readonly version?: string;
}

/** The query that an address ends with: for the published version of a collection with drafts, and for a language of content. */
export function versionIn({ version, locale }: { version?: string; locale?: string | undefined }): string {
  const said = [version === 'published' && 'version=published', locale && `locale=${locale}`].filter(Boolean);
  return said.length > 0 ? `?${said.join('&')}` : '';
}

/** A record's part of an address. Ids that are texts are marked, so that none is read as the name of a page. */
export function idInPath(id: string): string {
  return /^\d+$/.test(id) ? id : `~${encodeURIComponent(id)}`;
}

/** The id that `idInPath` wrote, as the router has decoded it. */
export function idFromPath(part: string): string {
  return part.startsWith('~') ? part.slice(1) : part;
}

/** Where pages of collections are, for links. */
export const paths = {
  list: ({ name, ...one }: Named) => `/collections/${name}${versionIn(one)}`,
  /** A list of the records that hold a value, as the filter of a list is in its address. */
  having: ({ name }: Named, field: string, value: string) =>
    `/collections/${name}?filter=${encodeURIComponent(JSON.stringify({ and: [[field, 'eq', value]] }))}`,
  past: ({ name, ...one }: Named) => `/collections/${name}/past${versionIn(one)}`,
  trash: ({ name }: Named) => `/collections/${name}/trash`,
  fresh: ({ name }: Named) => `/collections/${name}/new`,
  /** A new record under another one in its tree. */
  below: ({ name }: Named, id: string) => `/collections/${name}/new?under=${id}`,
  transfer: ({ name }: Named) => `/collections/${name}/import`,
  record: ({ name, ...one }: Named, id: string) => `/collections/${name}/${idInPath(id)}${versionIn(one)}`,
  history: ({ name, ...one }: Named, id: string) =>
    `/collections/${name}/${idInPath(id)}/history${versionIn(one)}`,
  /** A tab that the project adds to the pages of records. */
  ownTab: ({ name, ...one }: Named, id: string, tab: string) =>
    `/collections/${name}/${idInPath(id)}/own/${tab}${versionIn(one)}`,
  /** A page that the project adds. */
  ownPage: (page: string) => `/own/${page}`,
  /** Who refers to a record, and what it refers to. */
  relations: ({ name, ...one }: Named, id: string) =>
    `/collections/${name}/${idInPath(id)}/relations${versionIn(one)}`,
  /** All changes of one field, which the page asks for. */
  fieldChanges: ({ name, ...one }: Named) => `/collections/${name}/changes${versionIn(one)}`,
  /** A change of a record, by its time. */
  change: ({ name }: Named, id: string, time: number) => `/collections/${name}/${id}/history?change=${time}`,
  /** Who may see a record or do something else with it, or with one of its fields, and why. */
  access: ({ name }: Named, id: string, { action = 'read', field = '' } = {}) =>
    `/admin/access?collection=${name}&record=${id}&action=${action}${field && `&field=${field}`}`,
  user: (id: string) => `/admin/users/${id}`,
  file: (id: string) => `/files/${id}`,
  changeSet: (id: string) => `/change-sets/${id}`,
  webhook: (id: string) => `/admin/webhooks/${id}`,
  /** The preview of an undo: of a request, an import or a bulk change, or of what a user did at a time. */
  undo: (scope: Readonly<Record<string, string>>) => `/undo?${new URLSearchParams(scope)}`,
  bulk: ({ name }: Named, id: string) => `/collections/${name}?bulk=${id}`,
};
