import { flag } from './checks/option-checks.ts';
import type { OptionTable } from './checks/options.ts';
import { type FieldOptions, fieldChecks, type Localisable } from './field.ts';

/** The options of kinds whose value has parts, such as lists. They have no default and no index, and hold no secret. */
export type CompositeOptions = Pick<
  FieldOptions<unknown>,
  'label' | 'help' | 'width' | 'control' | 'cell' | 'read' | 'write' | 'renamedFrom' | 'legacy'
> &
  Localisable;

const { label, help, width, control, cell, read, write, renamedFrom, legacy } = fieldChecks;

/** The checks of these options. */
export const compositeChecks: OptionTable<CompositeOptions>['checks'] = {
  label,
  help,
  width,
  control,
  cell,
  read,
  write,
  renamedFrom,
  legacy,
  localised: flag,
};
