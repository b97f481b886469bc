import { Type } from '../../../contract/json-schema.ts';
import { LAYOUTS } from '../../../contract/layouts.ts';
import { COLORS, ICONS } from '../../../contract/looks.ts';
import { FIELD_WIDTHS } from '../../definitions/field.ts';
import { OPERATORS, TREE_OPERATORS } from '../../records/query/conditions/operators.ts';
import { message } from './messages/message.ts';

const words = Type.Array(Type.String());
const flag = Type.Boolean();
const color = Type.Optional(Type.String({ enum: COLORS }));
const optional = { text: Type.Optional(Type.String()), count: Type.Optional(Type.Integer()) };

const fieldDescription = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  label: Type.String(),
  help: optional.text,
  width: Type.Optional(Type.String({ enum: [...FIELD_WIDTHS], about: message('widthOfField') })),
  control: Type.Optional(Type.String({ about: message('controlOfField') })),
  cell: Type.Optional(Type.String({ about: message('cellOfField') })),
  readable: flag,
  creatable: flag,
  updatable: flag,
  refused: Type.Optional(Type.String({ about: message('whyNot') })),
  filled: Type.Optional(Type.Boolean({ about: message('filledByServer') })),
  required: flag,
  allows_null: flag,
  unique: flag,
  default: Type.Optional({}),
  made_from: optional.text,
  locale: Type.Optional(Type.String({ about: message('localeOfField') })),
  translates: Type.Optional(Type.String({ about: message('fieldTranslated') })),
  legacy: Type.Optional(Type.String({ about: message('legacyOfField') })),
  min: Type.Optional({ type: ['integer', 'string'] }),
  max: Type.Optional({ type: ['integer', 'string'] }),
  min_length: optional.count,
  max_length: optional.count,
  min_items: optional.count,
  max_items: optional.count,
  pattern: optional.text,
  format: Type.Optional(Type.String({ enum: ['html', 'markdown'] })),
  precision: optional.count,
  scale: optional.count,
  choices: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String(), color }))),
  display: Type.Optional(
    Type.String({
      enum: ['progress', 'rating', 'file-size', 'color', 'link'],
      about: message('displayOfField'),
    }),
  ),
  target: optional.text,
  many: Type.Optional(flag),
  on_delete: Type.Optional(Type.String({ enum: ['refuse', 'detach', 'delete'] })),
  tree: Type.Optional(Type.Boolean({ about: message('treeDescription') })),
  types: Type.Optional(words),
  max_bytes: optional.count,
  private: Type.Optional(flag),
  on_record_purge: Type.Optional(Type.String({ enum: ['purge'], olderName: 'on_row_purge' })),
  members: Type.Optional(Type.Array({ type: 'object', additionalProperties: true })),
  items: Type.Optional({ type: 'object', additionalProperties: true }),
  blocks: Type.Optional(Type.Array({ type: 'object', additionalProperties: true })),
  sortable: flag,
  collation: Type.Optional(Type.String({ about: message('collationOfField') })),
  sort_by: optional.text,
  searchable: flag,
  filters: Type.Array(Type.String({ enum: [...OPERATORS, ...TREE_OPERATORS] }), {
    about: message('operatorsInFilters'),
  }),
});

/** A definition as data. */
export const description = Type.Object({
  name: Type.String(),
  label: Type.String(),
  plural: Type.String({ about: message('pluralOfCollection') }),
  icon: Type.Optional(Type.String({ enum: ICONS })),
  color,
  menu: Type.Object(
    { section: optional.text, position: Type.Integer() },
    { about: message('menuOfCollection') },
  ),
  help: optional.text,
  path: optional.text,
  builtin: Type.Optional(flag),
  reviewed: Type.Optional(Type.Boolean({ about: message('reviewedDescription') })),
  preview_page: Type.Optional(Type.String({ about: message('previewPageDescription') })),
  query: Type.Optional(Type.Boolean({ about: message('queryDescription') })),
  singleton: Type.Optional(Type.Boolean({ about: message('singletonDescription') })),
  audit: Type.String({ enum: ['full', 'creation', 'none'] }),
  title_field: Type.String(),
  columns: words,
  sort: Type.String(),
  search: words,
  groups: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      fields: words,
      aside: Type.Optional(Type.Boolean({ about: message('groupAside') })),
    }),
  ),
  views: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        is_first: Type.Optional(Type.Boolean({ about: message('firstView') })),
        kind: Type.String({ enum: ['table', 'tree', ...Object.keys(LAYOUTS)] }),
        by: optional.text,
        q: optional.text,
        sort: optional.text,
        filter: Type.Optional({ type: 'object', additionalProperties: true }),
        columns: Type.Optional(words),
        locale: optional.text,
        missing: Type.Optional(words),
      }),
      { about: message('viewsOfCollection') },
    ),
  ),
  order: Type.Optional(
    Type.Object(
      { field: Type.String(), within: optional.text, sorts_lists: Type.Optional(flag) },
      { about: message('orderOfCollection') },
    ),
  ),
  unique: Type.Array(words),
  actions: {
    type: 'object',
    about: message('extentOfRecords'),
    additionalProperties: { enum: [true, 'own', 'some'] },
  },
  refused: { type: 'object', about: message('whyNot'), additionalProperties: { type: 'string' } },
  fields: Type.Array(fieldDescription),
  on_request: Type.Optional(Type.Array(fieldDescription, { about: message('onRequestDescription') })),
  drafts: Type.Optional({ type: 'object', additionalProperties: true, about: message('draftsDescription') }),
});

export const descriptions = Type.Object({
  items: Type.Array(description),
  locales: Type.Array(Type.Object({ name: Type.String(), fallbacks: words }), {
    about: message('localesOfContent'),
  }),
});

export const routeList = Type.Object({
  items: Type.Array(
    Type.Object({
      method: Type.String(),
      path: Type.String(),
      summary: Type.String(),
      tag: Type.String(),
      records: Type.String({ enum: ['all', 'some'], olderName: 'rows', about: message('routeRecords') }),
    }),
  ),
});
