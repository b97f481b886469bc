import { type InjectionKey, inject } from 'vue';
import { definerOf, PART_KINDS, PARTS_REGISTRY } from '../../../../contract/console-parts.ts';
import EmptyState from '../EmptyState.vue';
import ErrorNote from '../ErrorNote.vue';
import UiButton from '../UiButton.vue';
import { consoleTools } from './console-tools.ts';
import { cellKey, controlKey, recordKey } from './part-keys.ts';
import { sharedVue } from './shared-vue.ts';

const definers = PART_KINDS.map((kind) => [definerOf(kind), (source: object) => ({ ...source, kind })]);

/** Who is shown a part is the server's to decide; here its rules mean nothing. */
const rules = { login: null, superAdministrator: null, permission: () => null, anyOf: () => null };

const api = {
  ...Object.fromEntries(definers),
  ...rules,
  useConsole: () => consoleTools,
  useControl: () => given(controlKey, 'useControl', 'a control'),
  useCell: () => given(cellKey, 'useCell', 'a cell'),
  useRecord: () => given(recordKey, 'useRecord', 'a tab'),
  ...{ UiButton, ErrorNote, EmptyState },
};

function given<Value>(key: InjectionKey<Value>, call: string, place: string): Value {
  const found = inject(key, undefined);
  if (found === undefined) throw new Error(`${call}() is for the component of ${place}`);
  return found;
}

/** Leaves what parts import where their files look for it. */
Object.defineProperty(globalThis, Symbol.for(PARTS_REGISTRY), {
  value: Object.freeze({ vue: sharedVue, 'quire-cms/console': api }),
});
