import type { FieldDescription } from '../../api/definitions.ts';
import { type FieldValue, readValue } from '../../form/field-values.ts';
import { asField, type Group, type Inner, isNested } from './inner-field.ts';

type TextOf = (field: FieldDescription, value: FieldValue) => string;

/** A group, a list or blocks as indented text, one line per value. */
export function nestedText(inner: Inner, value: unknown, textOf: TextOf): string {
  return linesOf(inner, value, textOf).join('\n');
}

function linesOf(inner: Inner, value: unknown, textOf: TextOf): string[] {
  if (inner.members) return groupLines(inner.members, value as Group | null, textOf);
  if (!Array.isArray(value)) return [];
  return value.flatMap((element) => asElement(elementLines(inner, element, textOf)));
}

function groupLines(members: readonly Inner[], group: Group | null, textOf: TextOf): string[] {
  return members.flatMap((member) => {
    const lines = valueLines(member, group?.[member.name], textOf);
    if (isNested(member) && lines.length > 0) return [member.label, ...further(lines)];
    const [first, ...others] = lines;
    return first === undefined ? [] : [`${member.label}: ${first}`, ...others];
  });
}

function elementLines({ items, blocks }: Inner, element: unknown, textOf: TextOf): string[] {
  if (items) return valueLines(items, element, textOf);
  const block = element as Group;
  const type = blocks?.find((one) => one.type === block.type);
  return [type?.label ?? String(block.type), ...groupLines(type?.members ?? [], block, textOf)];
}

function valueLines(inner: Inner, value: unknown, textOf: TextOf): string[] {
  if (isNested(inner)) return linesOf(inner, value, textOf);
  const field = asField(inner);
  const text = textOf(field, readValue(field, value));
  return text === '' ? [] : text.split('\n');
}

function asElement([first = '', ...others]: readonly string[]): string[] {
  return [`- ${first}`, ...further(others)];
}

function further(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
