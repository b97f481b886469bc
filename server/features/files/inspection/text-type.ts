import { TEXT_TYPES } from '../../../../contract/text-types.ts';

/** Beside line breaks, tabs, form feeds and escapes, as a terminal's log has them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text holds
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

/** The type of a text by its name; undefined if the name is of no such type, or the bytes are no text in UTF-8. */
export function textType(name: string, bytes: Uint8Array): { ext: string; mime: string } | undefined {
  const found = typeNamed(name);
  return found && isText(bytes) ? { ext: found[0], mime: found[1].mime } : undefined;
}

/** Whether a name is that of a text of one of these types. */
export function isNamedAsText(name: string, types: ReadonlySet<string>): boolean {
  const [ext] = typeNamed(name) ?? [];
  return ext !== undefined && types.has(ext);
}

function typeNamed(name: string) {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.entries(TEXT_TYPES).find(([, { extensions }]) => extensions.includes(extension));
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !CONTROLS.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
