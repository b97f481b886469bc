import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The file and line where a module failed to load, as `file:line`; the file alone if Node does not say. */
export function placeOf(error: unknown, file: string): string {
  return placeInStack(error, file) ?? placeOfSyntax(error, file) ?? file;
}

/** Node writes the position before the first line of the stack, or in its frames. That line may be a message as well. */
function placeInStack(error: unknown, file: string): string | undefined {
  const stack = error instanceof Error ? String(error.stack) : '';
  const [, head, line] = /^(.+):(\d+)\n/.exec(stack) ?? [];
  if (head !== undefined && !(error instanceof Error && head.startsWith(error.name)))
    return `${head.startsWith('file:') ? fileURLToPath(head) : head}:${line}`;
  const [, own] = stack.split(`${file}:`);
  const [digits] = /^\d+/.exec(own ?? '') ?? [];
  return digits && `${file}:${digits}`;
}

/** Node does not report the line of a syntax error in JavaScript; the parser that strips types does. */
function placeOfSyntax(error: unknown, file: string): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined;
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'));
    return undefined;
  } catch (again) {
    const [, line] = /^:?[^\n]*?:?(\d+)\n/.exec(again instanceof Error ? String(again.stack) : '') ?? [];
    return line && `${file}:${line}`;
  }
}
