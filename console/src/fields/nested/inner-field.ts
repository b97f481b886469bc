import { type ComputedRef, computed, inject } from 'vue';
import type { FieldDescription } from '../../api/definitions.ts';
import { partProblems } from '../control.ts';

export type Inner = NonNullable<FieldDescription['members']>[number];
export type Group = Readonly<Record<string, unknown>>;

/** Whether a field holds other fields. */
export function isNested({ members, items, blocks }: Inner): boolean {
  return members !== undefined || items !== undefined || blocks !== undefined;
}

/** A nested field as a field for controls. Rights on the whole apply to each part. */
export function asField(inner: Inner): FieldDescription {
  const open = { readable: true, creatable: true, updatable: true };
  return { ...inner, ...open, sortable: false, searchable: false, filters: [] };
}

/** The initial value of a nested field. */
export function beginning(inner: Inner): unknown {
  if (inner.default !== undefined) return inner.default;
  if (inner.kind === 'group') return inner.required ? groupOf(inner.members ?? []) : null;
  return inner.allows_null ? null : isList(inner) ? [] : undefined;
}

/** A group with the initial values of its members. */
export function groupOf(members: readonly Inner[]): Group {
  const entries = members.map((member) => [member.name, beginning(member)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isList({ kind, many }: Inner): boolean {
  return kind === 'list' || kind === 'blocks' || many === true;
}

/** The problem at this path. */
export function useProblemAt(path: () => string): ComputedRef<string | undefined> {
  const problems = inject(partProblems, undefined);
  return computed(() => problems?.value[path()]);
}
