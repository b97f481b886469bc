import { flag } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { type CompositeOptions, compositeChecks } from '../composite-options.ts';
import { type Field, type Fields, toField } from '../field.ts';
import {
  cleanGroup,
  columnsOf,
  type GroupValue,
  nestedKind,
  problemsOfMembers,
  schemasOf,
} from './members.ts';

interface GroupOptions extends CompositeOptions {
  /** Must be sent on creation, and cannot be null. Otherwise it is null until it is sent. */
  readonly required?: true;
}

const OPTIONS: OptionTable<GroupOptions> = {
  owner: 'group',
  checks: { ...compositeChecks, required: flag },
};

/** Fields that belong together, such as those of an address. A group is sent and replaced as a whole. */
export function group<const F extends Fields, const O extends GroupOptions>(
  members: F,
  options?: Exact<O, GroupOptions>,
): GroupField<F, O> {
  const contradiction = () => problemsOfMembers(members)[0];
  return toField<GroupValue<F>, O>({ ...OPTIONS, contradiction }, options, () =>
    nestedKind<GroupValue<F>>({
      kind: 'group',
      column: { type: 'json', nested: { group: columnsOf(members) } },
      nested: { form: 'group', members },
      ...schemasOf(members),
      clean: (value) => cleanGroup(members, value) as GroupValue<F>, // each member has been cleaned by its field
    }),
  ) as GroupField<F, O>;
}

type GroupField<F extends Fields, O> = Field<
  O extends { required: true } ? GroupValue<F> : GroupValue<F> | null,
  O extends { required: true } ? true : false
>;
