import { render } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import type { Respelt } from './respell.ts';

/** How many texts of a field are shown: those that were changed, and those that somebody has to look at. */
const MOST = { changed: 3, left: 50 } as const;
const LONGEST = 40;

interface Texts {
  count: number;
  readonly examples: string[];
}

/** Collects what happened to texts, field by field, into sentences for the operator. */
export class LettersReport {
  readonly #texts = { changed: new Map<string, Texts>(), left: new Map<string, Texts>() };

  /** Adds what happened to one text. */
  readonly tell = ({ definition, field, id, before, after, problem }: Respelt): void => {
    const place = `${definition.name}.${field}`;
    const isSecret = definition.fields[field]?.secret === true;
    const [was, is] = isSecret ? ['a secret', 'another'] : [shown(before), shown(after)];
    if (problem) this.#add('left', `${place} ${render(problem, 'en')}`, `${was} in record ${id}`);
    else this.#add('changed', place, `${was} to ${is} in record ${id}`);
  };

  #add(kind: keyof typeof MOST, place: string, example: string): void {
    const texts = this.#texts[kind].get(place) ?? { count: 0, examples: [] };
    texts.count += 1;
    if (texts.examples.length < MOST[kind]) texts.examples.push(example);
    this.#texts[kind].set(place, texts);
  }

  /** How many texts were, or would be, changed. */
  get changed(): number {
    return this.#texts.changed.values().reduce((sum, { count }) => sum + count, 0);
  }

  /** The sentences: for each field what is changed, then what is left as it is, each with examples. */
  lines(): string[] {
    const { changed, left } = this.#texts;
    return [
      ...[...changed].map(([place, texts]) => `${place}: ${described(texts)}`),
      ...[...left].map(([place, texts]) => `left as it was, because ${place}: ${described(texts)}`),
    ];
  }
}

function described({ count, examples }: Texts): string {
  const named = examples.join(', ');
  return `${count === 1 ? '1 text' : `${count} texts`}${count > examples.length ? ', such as' : ':'} ${named}`;
}

/** A value as people tell it from others that look the same. */
function shown(value: unknown): string {
  const json = toJson(value).replace(/[^ -~]/gu, (one) =>
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(one) && one.normalize('NFC') === one
      ? one
      : `\\u{${one.codePointAt(0)?.toString(16)}}`,
  );
  return json.length <= LONGEST ? json : `${json.slice(0, LONGEST)}…`;
}
