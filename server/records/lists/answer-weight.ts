import { declaredColumn } from '../../../contract/column.ts';
import { MAX_ANSWER_CHARACTERS, MAX_BODY_BYTES, MAX_PLACED } from '../../../contract/limits.ts';
import type { Reader } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { whenKnown } from '../../shared/maybe-promise.ts';

/** What records add to an answer: characters and expanded records, each as often as it appears. */
export interface Weight {
  readonly characters: number;
  readonly placed: number;
}

/** The most characters that the named columns of one record can hold. */
export function mostCharacters({ columns }: Definition, names: readonly string[]): number {
  let sum = 0;
  for (const name of names) {
    const described = columns[name];
    const column = described && declaredColumn(described);
    if (column?.type === 'string') sum += column.length;
    else sum += column?.type === 'text' || column?.type === 'json' ? MAX_BODY_BYTES : 20;
  }
  return sum;
}

/** Whether this number of records can be too long for one answer. If not, they need not be weighed. */
export function mayBeTooLong(definition: Definition, names: readonly string[], records: number): boolean {
  return records * mostCharacters(definition, names) > MAX_ANSWER_CHARACTERS;
}

/** A reader that stops at the limit of one answer: throws, naming the parameter, if the records are too long. */
export function untilTooLong(reader: Reader, parameter: 'count' | 'expand'): Reader {
  return {
    all: (statement) =>
      whenKnown(reader.all({ ...statement, enough: MAX_ANSWER_CHARACTERS }), (records) => {
        requireLight(records, parameter);
        return records;
      }),
  };
}

/** About as many characters as the value has in JSON. */
export function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 4;
  let sum = 2;
  for (const part of Array.isArray(value) ? value : Object.values(value)) sum += charactersOf(part);
  return sum;
}

/**
 * Throws, naming the parameter, if records are too long for one answer. The last record is not counted: it may only show that a page
 * follows, and a single record is always answered.
 */
export function requireLight(records: readonly object[], parameter = 'count'): void {
  let characters = 0;
  for (const record of records.slice(0, -1)) characters += charactersOf(record);
  if (characters > MAX_ANSWER_CHARACTERS) throw tooMuchText(parameter);
}

/** Throws if expanded records exceed what one answer may hold. */
export function requireBounded(weights: readonly Weight[]): void {
  let characters = 0;
  let placed = 0;
  for (const weight of weights) {
    characters += weight.characters;
    placed += weight.placed;
  }
  if (placed > MAX_PLACED) throw badParameters({ expand: message('tooManyPlaced', { max: MAX_PLACED }) });
  if (placed > 0 && characters > MAX_ANSWER_CHARACTERS) throw tooMuchText('expand');
}

/** Whether no answer of this many records exceeds what one may hold; otherwise they must be weighed. */
export function isAlwaysBounded(most: Weight, records: number): boolean {
  return records * most.placed <= MAX_PLACED && records * most.characters <= MAX_ANSWER_CHARACTERS;
}

function tooMuchText(parameter: string) {
  return badParameters({ [parameter]: message('tooMuchText', { max: MAX_ANSWER_CHARACTERS }) });
}
