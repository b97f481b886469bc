import type { OptionTable } from './checks/options.ts';
import { type FieldOptions, fieldChecks } from './field.ts';

/** The options of kinds whose value has parts, such as lists. They have no default and no index, and hold no secret. */
export type CompositeOptions = Pick<
  FieldOptions<unknown>,
  'label' | 'help' | 'read' | 'write' | 'renamedFrom' | 'legacy'
>;

const { label, help, read, write, renamedFrom, legacy } = fieldChecks;

/** The checks of these options. */
export const compositeChecks: OptionTable<CompositeOptions>['checks'] = {
  label,
  help,
  read,
  write,
  renamedFrom,
  legacy,
};
