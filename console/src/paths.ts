interface Named {
  readonly name: string;
}

/** Where pages of records are, for links. */
export const paths = {
  list: ({ name }: Named) => `/records/${name}`,
  past: ({ name }: Named) => `/records/${name}/past`,
  trash: ({ name }: Named) => `/records/${name}/trash`,
  fresh: ({ name }: Named) => `/records/${name}/new`,
  transfer: ({ name }: Named) => `/records/${name}/import`,
  row: ({ name }: Named, id: string) => `/records/${name}/${id}`,
  history: ({ name }: Named, id: string) => `/records/${name}/${id}/history`,
  /** A change of a row, by its time. */
  change: ({ name }: Named, id: string, time: number) => `/records/${name}/${id}/history?change=${time}`,
  /** Who may see a row or do something else with it, or with one of its fields, and why. */
  access: ({ name }: Named, id: string, { action = 'read', field = '' } = {}) =>
    `/admin/access?record=${name}&row=${id}&action=${action}${field && `&field=${field}`}`,
  user: (id: string) => `/admin/users/${id}`,
  bulk: ({ name }: Named, id: string) => `/records/${name}?bulk=${id}`,
};
