import type { DrawnCellLook, DrawnField, DrawnInput } from './drawn.ts';

/** The version of what parts of the console may use. It rises when a part that worked would no longer do so. */
export const PARTS_CONTRACT = 1;

/** Where the console leaves what parts import, before it loads the first one. */
export const PARTS_REGISTRY = 'quire-cms.console';

/** What a part may be. */
export const PART_KINDS = ['control', 'cell', 'action', 'tab', 'page', 'home-panel'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** The function that defines a kind of part: `defineHomePanel` for `home-panel`. */
export const definerOf = (kind: PartKind): string =>
  `define${kind.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`;

/** What parts may import of `vue`: the console has one Vue, which holds what it and its parts use. */
export const PARTS_VUE = [
  ...['computed', 'isRef', 'markRaw', 'reactive', 'readonly', 'ref', 'shallowReactive', 'shallowRef'],
  ...['toRaw', 'toRef', 'toRefs', 'toValue', 'triggerRef', 'unref', 'customRef', 'effectScope'],
  ...['watch', 'watchEffect', 'nextTick', 'onScopeDispose', 'getCurrentScope', 'getCurrentInstance'],
  ...['onBeforeMount', 'onMounted', 'onBeforeUpdate', 'onUpdated', 'onBeforeUnmount', 'onUnmounted'],
  ...['onErrorCaptured', 'inject', 'provide', 'useAttrs', 'useSlots', 'useId', 'useModel', 'useTemplateRef'],
  ...['defineComponent', 'defineAsyncComponent', 'h', 'mergeProps', 'Fragment', 'Teleport'],
  // What templates are compiled to.
  ...['cloneVNode', 'createBlock', 'createCommentVNode', 'createElementBlock', 'createElementVNode'],
  ...['createSlots', 'createTextVNode', 'createVNode', 'guardReactiveProps', 'isMemoSame', 'normalizeClass'],
  ...['normalizeProps', 'normalizeStyle', 'openBlock', 'renderList', 'renderSlot', 'resolveComponent'],
  ...['resolveDirective', 'resolveDynamicComponent', 'setBlockTracking', 'toDisplayString', 'toHandlerKey'],
  ...['toHandlers', 'vModelCheckbox', 'vModelDynamic', 'vModelRadio', 'vModelSelect', 'vModelText', 'vShow'],
  ...['withCtx', 'withDirectives', 'withKeys', 'withMemo', 'withModifiers', 'camelize', 'capitalize'],
] as const;

/** What parts may import of `quire-cms/console`, beside types. */
export const PARTS_API = [
  ...PART_KINDS.map(definerOf),
  ...['login', 'permission', 'superAdministrator', 'anyOf'],
  ...['useConsole', 'useControl', 'useCell', 'useRecord'],
  ...['UiButton', 'ErrorNote', 'EmptyState'],
];

/** A part of the console as the server tells the console of it. */
export interface ToldPart {
  readonly kind: PartKind;
  readonly name: string;
  /** The plug-in that brings it; null for one of the project. */
  readonly plugin: string | null;
  readonly label?: string;
  readonly icon?: string;
  /** The collections that it is for. */
  readonly collections?: readonly string[];
  /** How many records an action is for. */
  readonly on?: readonly ('one' | 'many')[];
  /** What an action asks before it runs. */
  readonly confirm?: string;
  /** The names of its files below `parts/`; null for a part that is drawn from a description. */
  readonly script: string | null;
  readonly style: string | null;
  /** Present for parts that an isolated plug-in describes. */
  readonly described?: DescribedPart;
}

/** A part without code of its own. */
export interface DescribedPart {
  /** Its name within the plug-in. */
  readonly part: string;
  /** What is asked before an action runs. */
  readonly form?: readonly DrawnField[];
  /** How a cell or a control is drawn. */
  readonly look?: DrawnCellLook | DrawnInput;
}
