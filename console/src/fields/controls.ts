import { type Component, defineAsyncComponent } from 'vue';
import type { FieldDescription } from '../api/definitions.ts';
import BooleanControl from './BooleanControl.vue';
import ChoiceControl from './ChoiceControl.vue';
import NumberControl from './NumberControl.vue';
import LineControl from './text/LineControl.vue';
import LongTextControl from './text/LongTextControl.vue';

const html = defineAsyncComponent(() => import('./rich-text/RichTextWhenSeen.vue'));
const markdown = defineAsyncComponent(() => import('./rich-text/MarkdownControl.vue'));

const nested = defineAsyncComponent(() => import('./nested/NestedControl.vue'));

/** The controls by field kind. Heavy ones load when first shown. */
const CONTROLS: Readonly<Record<string, Component>> = {
  text: LineControl,
  slug: LineControl,
  email: LineControl,
  url: LineControl,
  'long-text': LongTextControl,
  integer: NumberControl,
  bigint: NumberControl,
  decimal: NumberControl,
  boolean: BooleanControl,
  choice: ChoiceControl,
  date: defineAsyncComponent(() => import('./dates/DateControl.vue')),
  'date-time': defineAsyncComponent(() => import('./dates/DateTimeControl.vue')),
  point: defineAsyncComponent(() => import('./PointControl.vue')),
  json: defineAsyncComponent(() => import('./JsonControl.vue')),
  reference: defineAsyncComponent(() => import('./references/ReferenceControl.vue')),
  references: defineAsyncComponent(() => import('./references/ReferencesControl.vue')),
  file: defineAsyncComponent(() => import('./files/FileControl.vue')),
  group: nested,
  list: nested,
  blocks: nested,
  files: defineAsyncComponent(() => import('./files/FilesControl.vue')),
};

const own = defineAsyncComponent(() => import('./OwnControl.vue'));

/** The control of a field: one of the project's own if it names one, else that of its kind. */
export function controlOf(field: FieldDescription): Component {
  return field.control === undefined ? controlOfKind(field) : own;
}

/** The control of a field's kind; a text input for unknown kinds. */
export function controlOfKind({ kind, format }: FieldDescription): Component {
  if (kind === 'rich-text') return format === 'markdown' ? markdown : html;
  return CONTROLS[kind] ?? LineControl;
}
