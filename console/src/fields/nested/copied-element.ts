import { shallowRef } from 'vue';
import { toJson } from '../../../../server/shared/exact-json.ts';
import { me } from '../../api/session.ts';
import { namesLocalFile } from '../../edits/unsaved-edit.ts';
import type { Group, Inner } from './inner-field.ts';

/** An element on its way to another list or record. It stays in the page, and is its user's alone. */
interface CopiedElement {
  readonly user: string | undefined;
  readonly label: string;
  readonly value: Group;
}

const copied = shallowRef<CopiedElement>();

export function copyElement(label: string, value: Group): void {
  copied.value = { user: me.value?.id, label, value };
}

/** The copied element, if a list takes it: it has a block of this type, or groups, with all of its fields. */
export function copiedFor({ blocks, items }: Inner): CopiedElement | undefined {
  const one = copied.value;
  if (!one || one.user !== me.value?.id || namesLocalFile(toJson(one.value))) return undefined;
  const { type, ...values } = one.value;
  const members = blocks
    ? blocks.find((block) => block.type === type)?.members
    : type === undefined
      ? items?.members
      : undefined;
  const takes = (name: string) => members?.some((member) => member.name === name);
  return members && Object.keys(values).every(takes) ? one : undefined;
}
