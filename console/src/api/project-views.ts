import type { CollectionDescription, DeclaredView } from '../../../server/client/runtime/descriptions.ts';

/** A view that the project declares, as a list is opened with it. */
export interface ProjectView {
  readonly name: string;
  readonly label: string;
  /** Whether the list begins with it. */
  readonly isFirst: boolean;
  /** What the address of the list says, as in a view that a user saved. */
  readonly state: Readonly<Record<string, string>>;
}

/** The collection, and each of its versions, with the views that the project declares. */
export function withProjectViews<D extends CollectionDescription>(collection: D): D {
  const { views, drafts } = collection;
  return {
    ...collection,
    ...(views && { projectViews: views.map(projectView) }),
    ...(drafts && { drafts: withProjectViews(drafts) }),
  };
}

function projectView(view: DeclaredView): ProjectView {
  const { name, label, is_first: isFirst = false, kind: as, filter, columns, missing } = view;
  const { by, q, sort, locale } = view;
  const said = {
    ...{ as, by, q, sort, locale, view: name },
    filter: filter && JSON.stringify({ and: partsOf(filter) }),
    columns: columns?.join(),
    missing: missing?.join(),
  };
  return { name, label, isFirst, state: JSON.parse(JSON.stringify(said)) }; // without what is undefined
}

/** The parts of a filter of the API as `filterFrom` reads them from an address; `path` leads to the field that is compared. */
function partsOf(tree: object, path = ''): unknown[] {
  return Object.entries(tree).flatMap(([word, inner]) => {
    if (path === '' && Array.isArray(inner)) return [{ [word]: inner.map((one) => ({ and: partsOf(one) })) }];
    if (typeof inner === 'string' || Array.isArray(inner)) return [[path, word, String(inner)]];
    return partsOf(inner, path === '' ? word : `${path}.${word}`);
  });
}
