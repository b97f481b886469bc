import type { Description } from '../../api/definitions.ts';

type Named = Pick<Description, 'name'>;

/** Where pages of records are, for links. */
export const paths = {
  list: ({ name }: Named) => `/records/${name}`,
  trash: ({ name }: Named) => `/records/${name}/trash`,
  fresh: ({ name }: Named) => `/records/${name}/new`,
  transfer: ({ name }: Named) => `/records/${name}/import`,
  row: ({ name }: Named, id: string) => `/records/${name}/${id}`,
  history: ({ name }: Named, id: string) => `/records/${name}/${id}/history`,
};
