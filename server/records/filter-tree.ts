/** A filter as it was sent: `{ title: { eq: 'x' }, or: [{ author: { name: { starts: 'y' } } }, …] }`, all values texts. */
export type FilterTree = string | readonly FilterTree[] | { readonly [key: string]: FilterTree };
