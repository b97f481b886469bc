import type { InjectionKey } from 'vue';
import type { CellState, ControlState, RecordState } from '../../../../server/console-parts/console-api.ts';

/** What the console provides to the parts of a project, by their kind. */
export const controlKey: InjectionKey<ControlState> = Symbol('control');
export const cellKey: InjectionKey<CellState> = Symbol('cell');
export const recordKey: InjectionKey<RecordState> = Symbol('record');
