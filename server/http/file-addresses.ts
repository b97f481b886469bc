import type { Raw } from '../database/engine.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { FILE } from '../definitions/fields/file.ts';
import type { ToUrl } from './public-url.ts';

/** Answers rows of a record with the address of each file under `expanded`, however deep. */
export type Address = (definition: Definition) => (row: Raw) => Raw;

export function makeAddress(catalogue: Catalogue, toUrl: ToUrl): Address {
  const addressed: Address = (definition) => (row) => {
    const expanded = row.expanded as Readonly<Record<string, Raw | readonly Raw[] | null>> | undefined;
    if (!expanded) return row;
    const entries = Object.entries(expanded).map(([name, there]) => {
      const back = catalogue.waysOf(definition.name)[name];
      const target = catalogue.get(
        back?.record ?? catalogue.referenceAt(definition.name, name)?.leaf.target ?? '',
      );
      const shown = (one: Raw) => withUrl(target, addressed(target)(one));
      return [name, Array.isArray(there) ? there.map(shown) : there && shown(there as Raw)];
    });
    return { ...row, expanded: Object.fromEntries(entries) };
  };
  const withUrl = ({ name }: Definition, row: Raw): Raw =>
    name === FILE && typeof row.path === 'string' ? { ...row, url: toUrl(`/assets/${row.path}`) } : row;
  return addressed;
}
