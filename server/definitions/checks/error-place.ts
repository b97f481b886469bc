import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Where a module, or one that it imports, failed to load: `file:line`, or the file alone if Node does not say more.
 */
export function placeOf(error: unknown, file: string): string {
  return placeInStack(error, file) ?? placeOfSyntax(error, file) ?? placeOfImport(error) ?? file;
}

/** Node writes the position before the first line of the stack, or in its frames. That line may be a message as well. */
function placeInStack(error: unknown, file: string): string | undefined {
  const stack = error instanceof Error ? String(error.stack) : '';
  const [, head, line] = /^(.+):(\d+)\n/.exec(stack) ?? [];
  if (head !== undefined && !(error instanceof Error && head.startsWith(error.name)))
    return `${head.startsWith('file:') ? fileURLToPath(head) : head}:${line}`;
  const [, own] = stack.split(`${file}:`);
  const [digits] = /^\d+/.exec(own ?? '') ?? [];
  return digits ? `${file}:${digits}` : placeOfModule(stack);
}

/** Modules are evaluated by Node, so the outermost frame before its own is the module that failed. */
function placeOfModule(stack: string): string | undefined {
  const [inner = ''] = stack.split(/\n.*\bnode:internal\//, 1);
  const [, url, line] = [...inner.matchAll(/\n *at .*\b(file:.+):(\d+):\d+/g)].at(-1) ?? [];
  return url && `${fileURLToPath(url)}:${line}`;
}

/** The module that imports one that is not there. */
function placeOfImport(error: unknown): string | undefined {
  const [, importer] =
    /^Cannot find (?:module|package) '.+' imported from (.+)$/.exec(
      error instanceof Error ? error.message : '',
    ) ?? [];
  return importer;
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
