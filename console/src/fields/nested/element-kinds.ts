import { Blocks, Image, Images, Link2, List, MapPin, Pilcrow, Quote, Table2, Type } from '@lucide/vue';
import type { FunctionalComponent } from 'vue';
import { LINE_KINDS } from '../line-kinds.ts';
import type { Inner } from './inner-field.ts';

const MOST_COLUMNS = 6;
/** The longest text that fits a cell. */
const CELL_TEXT = 120;

/** Whether each element of a list is one value on a line. */
export function isOfLines({ items }: Inner): boolean {
  return items !== undefined && items.members === undefined && LINE_KINDS.has(items.kind);
}

/** Whether the elements of a list are groups of a few short fields: rows of a table. */
export function isTable({ items }: Inner): boolean {
  const { members = [] } = items ?? {};
  return members.length > 1 && members.length <= MOST_COLUMNS && members.every(fitsCell);
}

function fitsCell({ kind, max_length: most = CELL_TEXT }: Inner): boolean {
  return LINE_KINDS.has(kind) && kind !== 'reference' && most <= CELL_TEXT;
}

const ICONS: Readonly<Record<string, FunctionalComponent>> = {
  ...{ file: Image, files: Images, 'rich-text': Pilcrow, point: MapPin },
  ...{ reference: Link2, references: Link2, list: List, blocks: Blocks },
};

/** What stands for a block: what its name says, else its most telling field. */
export function iconOfBlock({ type, members }: NonNullable<Inner['blocks']>[number]): FunctionalComponent {
  if (/quot|cite/.test(type)) return Quote;
  if (/table|price/.test(type)) return Table2;
  const telling = ['files', 'file', 'point', 'rich-text', 'references', 'reference', 'list', 'blocks'];
  const kind = telling.find((one) => members.some((member) => member.kind === one));
  return (kind && ICONS[kind]) || Type;
}
