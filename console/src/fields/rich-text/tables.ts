import { type AnyExtension, type Attribute, mergeAttributes } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/** Writes only attributes that differ from the default, so that opening a text does not change it. */
function cellOf(cell: typeof TableCell | typeof TableHeader, tag: 'td' | 'th'): AnyExtension {
  return cell.extend({
    addAttributes: () => ({
      colspan: spanOf('colSpan'),
      rowspan: spanOf('rowSpan'),
      colwidth: { default: null, rendered: false },
    }),
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });
}

function spanOf(name: 'colSpan' | 'rowSpan'): Attribute {
  return {
    default: 1,
    parseHTML: (element) => (element instanceof HTMLTableCellElement ? element[name] : 1),
    renderHTML: (attributes) => {
      const span = Number(attributes[name.toLowerCase()]);
      return span > 1 ? { [name.toLowerCase()]: span } : {};
    },
  };
}

/** Tables without widths and styles, which the server would remove. Tab leaves the editor. */
export const tables: AnyExtension[] = [
  Table.extend({
    addNodeView: () => null,
    addKeyboardShortcuts: () => ({}),
    renderHTML: () => ['table', ['tbody', 0]],
  }),
  TableRow,
  cellOf(TableCell, 'td'),
  cellOf(TableHeader, 'th'),
];
