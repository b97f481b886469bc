import type { Language } from './languages.ts';
import { isMessage, MOST_NAMED, render, type Text } from './message.ts';

/** What is wrong with one field, for programs: a stable code, the words, and what is allowed. */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
  readonly allowed?: unknown;
  /** How many values are allowed, if `allowed` names the first of them only. */
  readonly allowed_count?: number;
}

/** Problems by path as clients of `/v1` read them. An author's own text has its own code, or else `refused`. */
export function fieldsOf(
  problems: Readonly<Record<string, Text>>,
  language: Language,
): Record<string, FieldProblem> {
  return Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path, fieldProblem(text, language)]),
  );
}

/** One problem, as `fieldsOf` answers it. */
export function fieldProblem(text: Text, language: Language): FieldProblem {
  const message = render(text, language);
  if (!isMessage(text)) return { code: ownCodeOf(text) ?? 'refused', message };
  const allowed = allowedBy(text.params);
  if (Array.isArray(allowed) && allowed.length > MOST_NAMED)
    return {
      code: text.key,
      message,
      allowed: (allowed as unknown[]).slice(0, MOST_NAMED),
      allowed_count: allowed.length,
    };
  return { code: text.key, message, ...(allowed !== undefined && { allowed }) };
}

/** The code of a text that its author made with `defineMessages`. */
function ownCodeOf(text: Text): string | undefined {
  return typeof text === 'object' && 'code' in text ? String(text.code) : undefined;
}

/** A problem's parameters `allowed`, `min` and `max` say what would have been allowed. */
function allowedBy({ allowed, min, max }: Readonly<Record<string, unknown>> = {}): unknown {
  if (allowed !== undefined) return allowed;
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min: exact(min) }), ...(max !== undefined && { max: exact(max) }) };
}

function exact(bound: unknown): unknown {
  return typeof bound === 'bigint' ? JSON.rawJSON(String(bound)) : bound;
}
