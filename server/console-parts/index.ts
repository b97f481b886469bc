/**
 * What parts of the console may import. The server reads their definitions with this file; in the browser the console takes its
 * place.
 *
 * @module quire-cms/console
 */
import type { PartsApi } from './console-api.ts';

export { anyOf, login, permission, superAdministrator } from '../definitions/access-rule.ts';
export type * from './console-api.ts';
export {
  type ActionSource,
  type CellSource,
  type ConsolePart,
  type ControlSource,
  defineAction,
  defineCell,
  defineControl,
  defineHomePanel,
  definePage,
  defineTab,
  type HomePanelSource,
  type PageSource,
  type TabSource,
} from './define-parts.ts';

/** The console around this part. In components only, like all of these: the server has no console. */
export const useConsole: PartsApi['useConsole'] = () => inBrowser('useConsole');
/** The field of this control. */
export const useControl: PartsApi['useControl'] = () => inBrowser('useControl');
/** The value of this cell. */
export const useCell: PartsApi['useCell'] = () => inBrowser('useCell');
/** The record that this tab is about. */
export const useRecord: PartsApi['useRecord'] = () => inBrowser('useRecord');
/** A button. Props: `look` (`main`, `plain`, `quiet`, `danger`), `is-busy`, `label`. */
export const UiButton: PartsApi['UiButton'] = {};
/** Shows an error. Props: `error`; emits `retry`. */
export const ErrorNote: PartsApi['ErrorNote'] = {};
/** Says that there is nothing. Props: `title`, `todo`. */
export const EmptyState: PartsApi['EmptyState'] = {};

function inBrowser(name: string): never {
  throw new Error(`${name}() is for components of the console, which run in a browser`);
}
