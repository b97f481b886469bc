import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { name as NAME } from '../checks/option-checks.ts';
import { type Exact, isPlainObject, shown } from '../checks/options.ts';
import { type BlockFields, type Field, toField } from '../field.ts';
import { choice } from '../fields/choice.ts';
import { Problem } from '../problem.ts';
import type { ValueOf } from '../types/input-of.ts';
import { boundsOf, type ListField, type ListOptions, listChecks, problemOfBounds } from './list.ts';
import { cleanGroup, cleanList, columnsOf, nestedKind, problemsOfMembers, schemasOf } from './members.ts';

/** A group for each type of block, by its name. */
type Groups = Readonly<Record<string, Field>>;

/** One block: its type, and the values of the group of this type. */
type Block<G extends Groups> = {
  [N in keyof G & string]: { readonly type: N } & NonNullable<ValueOf<G[N]>>;
}[keyof G & string];

/** Blocks of several types in their order, such as the sections of a page. Empty by default, never null. */
export function blocks<const G extends Groups, const O extends ListOptions>(
  groups: G,
  options?: Exact<O, ListOptions>,
): ListField<Block<G>, O> {
  const contradiction = (given: ListOptions) => problemsOfGroups(groups)[0] ?? problemOfBounds(given);
  return toField<readonly unknown[], O>(
    { owner: 'blocks', checks: listChecks, contradiction },
    options,
    (given) => {
      const { min, max } = boundsOf(given);
      const nested = fieldsOf(groups);
      const schemas = Object.entries(nested.groups).map(([type, members]) =>
        schemasOf(members, { type: Type.String({ enum: [type] }) }),
      );
      const array = { maxItems: max, ...(min > 0 && { minItems: min }) };
      return nestedKind<readonly unknown[]>({
        kind: 'blocks',
        column: {
          type: 'json',
          nested: {
            blocks: Object.fromEntries(
              Object.entries(nested.groups).map(([type, members]) => [type, columnsOf(members)]),
            ),
          },
        },
        nested,
        fixed: { nullable: false, ...(!given.required && { initial: [] }) },
        schema: Type.Array({ isBlock: true, oneOf: schemas.map(({ schema }) => schema) }, array),
        output: Type.Array({ isBlock: true, oneOf: schemas.map(({ output }) => output) }),
        clean: (value) => cleanList(value, { min, max }, (one) => cleanBlock(nested, one)),
      });
    },
  ) as ListField<Block<G>, O>;
}

function fieldsOf(groups: Groups): BlockFields {
  const entries = Object.entries(groups);
  const [first = '', ...others] = Object.keys(groups);
  return {
    form: 'blocks',
    groups: Object.fromEntries(
      entries.map(([type, { nested }]) => [type, nested?.form === 'group' ? nested.members : {}]),
    ),
    labels: Object.fromEntries(entries.map(([type, { label }]) => [type, label])),
    type: choice([first, ...others], { required: true }),
  };
}

function cleanBlock({ groups }: BlockFields, value: unknown): unknown {
  const types = Object.keys(groups);
  const { type, ...values } = isPlainObject(value) ? value : {};
  const members = typeof type === 'string' && Object.hasOwn(groups, type) ? groups[type] : undefined;
  if (!members) {
    const problem = message('notABlock', { allowed: types });
    return new Problem(problem, isPlainObject(value) ? { type: problem } : undefined);
  }
  const cleaned = cleanGroup(members, values);
  return cleaned instanceof Problem ? cleaned : { type, ...cleaned };
}

function problemsOfGroups(groups: unknown): string[] {
  if (!isPlainObject(groups) || Object.keys(groups).length === 0)
    return [`its types must be an object such as { quote: group({ … }) }, not ${shown(groups)}`];
  const problems = Object.entries(groups).flatMap(([type, one]) => {
    if (!NAME.accepts(type) || type === 'type' || type in Object.prototype)
      return `'${type}': the name must be ${NAME.allowed}, and not type`;
    const field = one as Field; // what is no field has no kind
    if (field?.kind !== 'group') return `'${type}': must be a group({ … }), not ${shown(one)}`;
    if (field.problems && field.problems.length > 0) return `'${type}': ${field.problems[0]}`;
    const members = field.nested?.form === 'group' ? field.nested.members : {};
    return problemsOfMembers(members, ['type']).map((problem) => `'${type}': ${problem}`);
  });
  return problems.length > 0 ? problems : problemsOfShared(Object.values(groups as Groups));
}

/** Members of one name are written alike, whichever block they stand in. */
function problemsOfShared(groups: readonly Field[]): string[] {
  const members = groups.flatMap(({ nested }) =>
    nested?.form === 'group' ? Object.entries(nested.members) : [],
  );
  const form = ({ nested, column, output }: Field) => JSON.stringify(nested ? column : output.type);
  return [...Map.groupBy(members, ([name]) => name)].flatMap(([name, sharing]) =>
    new Set(sharing.map(([, field]) => form(field))).size > 1
      ? `'${name}': blocks that share the name of a member must share its type`
      : [],
  );
}
