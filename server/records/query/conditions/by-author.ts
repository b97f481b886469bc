import type { Definition } from '../../../definitions/define-collection.ts';
import { AppError } from '../../../errors.ts';
import { isMessage, render } from '../../../messages/message.ts';
import { suggestion } from '../../../shared/text/words.ts';
import { authorsRights } from '../../rights.ts';
import { fieldNamed, namesOf } from '../names.ts';
import { operatorsOf } from './operators.ts';

/** Reads something that the project's author wrote: a problem is a mistake in the project, not a bad request. */
export function byAuthor<T>(definition: Definition, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new Error(`collection '${definition.name}': ${forAuthor(definition, cause)}`);
  }
}

/** What is wrong with a condition, for the author of the definition. */
function forAuthor(definition: Definition, { problems }: AppError): string {
  const { columns, fields } = definition;
  const names = namesOf(definition, authorsRights);
  const lines = Object.entries(problems).map(([path, problem]) => {
    const [, name = '', operator = ''] = path.split('.');
    const isKnown = Object.hasOwn(columns, name);
    const field = fieldNamed(definition, name, authorsRights);
    const [word, words] = isKnown && field ? [operator, operatorsOf(field)] : [name, names];
    const isBehind = isKnown && fields[name]?.target !== undefined; // a name of another collection
    const isNamed = ['', 'and', 'or', 'not', ...words].includes(word);
    const allowed = isKnown ? '' : ` (allowed: ${names.join(', ')})`; // a problem with operators lists them
    const isSuggested = isMessage(problem) && problem.params?.near !== undefined;
    const hint = isBehind || isNamed ? '' : `${isSuggested ? '' : suggestion(word, words)}${allowed}`;
    const what = path.startsWith('filter') ? `a condition cannot be used at '${path}': it` : path;
    return `${what} ${render(problem, 'en')}${hint}`;
  });
  return lines.join('\n');
}
