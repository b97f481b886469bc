import type { NeededFormField } from '../../../definitions/for-server.ts';
import { badParameters } from '../../../errors.ts';
import type { Message } from '../../../messages/message.ts';
import { message } from '../messages/message.ts';
import { MOST_TEXT } from './described-parts.ts';

type Form = Readonly<Record<string, NeededFormField>>;
type Values = Readonly<Record<string, unknown>>;

/** What a user has filled into the form of an action. Throws for a value that its field does not take. */
export function readForm(form: Form, sent: Values): Values {
  const strange = Object.keys(sent).filter((name) => !Object.hasOwn(form, name));
  const problems = [
    ...strange.map((name) => [
      name,
      message('formHasNoField', { names: Object.keys(form).join(', ') || '–' }),
    ]),
    ...Object.entries(form).flatMap(([name, field]) => {
      const problem = problemOf(field, Object.hasOwn(sent, name) ? sent[name] : undefined);
      return problem ? [[name, problem]] : [];
    }),
  ] as const;
  if (problems.length > 0)
    throw badParameters(
      Object.fromEntries(problems.map(([name, problem]) => [`values.${name as string}`, problem as Message])),
    );
  return Object.fromEntries(Object.keys(form).map((name) => [name, sent[name] ?? null]));
}

function problemOf(
  { kind, required, max = MOST_TEXT, choices = {} }: NeededFormField,
  value: unknown,
): Message | undefined {
  const isEmpty = value === undefined || value === null || value === '';
  if (isEmpty) return required ? message('formNeedsField') : undefined;
  switch (kind) {
    case 'text':
      return typeof value === 'string' && Array.from(value).length <= max
        ? undefined
        : message('formNeedsText', { max });
    case 'number':
      return Number.isFinite(value) ? undefined : message('formNeedsNumber');
    case 'boolean':
      return typeof value === 'boolean' ? undefined : message('formNeedsBoolean');
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(choices, value)
        ? undefined
        : message('formNeedsChoice', { allowed: Object.keys(choices).join(', ') });
  }
}
