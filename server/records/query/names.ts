import {
  bigint,
  type Definition,
  dateTime,
  type Field,
  type Fields,
  hasTextIds,
  textId,
} from '../../definitions/for-server.ts';
import { nearestWord } from '../../shared/text/words.ts';
import { authorsRights, type Rights } from '../rights.ts';

/** Filled by the server; visible to everyone who can see the record. */
const filled: Fields = {
  id: bigint({ min: 1n, required: true }),
  create_time: dateTime({ required: true }),
  update_time: dateTime({ required: true }),
};

/** The same of a query, whose select answers them. */
const answered: Fields = { ...filled, create_time: dateTime(), update_time: dateTime() };

/** The fields that every record of a collection may have beside its own. */
export function filledIn({ sql }: Pick<Definition, 'sql'>): Fields {
  return sql ? answered : filled;
}

/** Filled by the server for itself; only rules may name it. */
const kept: Fields = {
  create_user_id: bigint({ min: 0n, required: true }),
  update_user_id: bigint({ min: 0n, required: true }),
};

/** The field that a name in a query means; undefined if it is unknown or hidden from the actor, which look the same. */
export function fieldNamed(definition: Definition, name: string, rights: Rights): Field | undefined {
  return fieldWhere(definition, name, rights, () => rights.shows(definition, name));
}

/** The same, also of a field that is shown in some records alone: only for who leaves out its other records or their values. */
export function fieldInSome(definition: Definition, name: string, rights: Rights): Field | undefined {
  return fieldWhere(definition, name, rights, () => rights.shownIn(definition, name) !== 'none');
}

function fieldWhere(
  definition: Definition,
  name: string,
  rights: Rights,
  isShown: () => boolean,
): Field | undefined {
  if (name === 'id' && hasTextIds(definition)) return textId;
  if (Object.hasOwn(filled, name)) {
    const isHidden = name !== 'id' && definition.shown !== undefined && rights !== authorsRights;
    return name in definition.columns && !isHidden ? filledIn(definition)[name] : undefined;
  }
  const fields = Object.hasOwn(kept, name) && name in definition.columns ? kept : definition.fields;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field && !field.secret && isShown() ? field : undefined;
}

/** Every name that a query may use, in the order of the columns. */
export function namesOf(definition: Definition, rights: Rights): string[] {
  return Object.keys(definition.columns).filter((name) => fieldNamed(definition, name, rights));
}

/** Longer names are not compared with others: that takes a time which grows with their length. */
const LONGEST_NAME = 60;

/** The name that a misspelt one most likely stands for, among those that the actor may use; empty if none is near. */
export function nearestName(definition: Definition, name: string, rights: Rights): string {
  return name.length > LONGEST_NAME ? '' : (nearestWord(name, namesOf(definition, rights)) ?? '');
}
