import { user } from '../../access/accounts/user.collection.ts';
import {
  type Definition,
  type Field,
  holdsFiles,
  type ServedDefinition,
} from '../../definitions/for-server.ts';
import { isAsserter } from '../../definitions/project/define-access-test.ts';
import type { Person, TestApp } from '../../entries/test-app.ts';
import { AppError } from '../../errors.ts';
import { render } from '../../messages/message.ts';
import { systemContext } from '../../records/store/write-context.ts';
import { toJson } from '../../shared/exact-json.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Server } from '../../start.ts';
import type { MadeUpValues } from './made-up-values.ts';
import { uploadFor } from './upload-for.ts';

/** What statements are tried on. */
export interface Ground {
  readonly server: Server;
  readonly app: TestApp;
  readonly people: ReadonlyMap<string, Person | undefined>;
  /** The extensions of the files that the server takes. */
  readonly types: ReadonlySet<string>;
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The record that a statement is about, or one that it refers to. */
interface RecordToMake {
  readonly definition: ServedDefinition;
  /** Those of the statement. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The user who creates the record, regardless of the rules; the server if left out. */
  readonly owner: string | undefined;
  /** The collections that led here by their references, the nearest first. */
  readonly madeFor?: readonly string[];
}

/** Why a record cannot be made, in words. */
export class CannotMake extends Error {}

/** The longest chain of references for which records are made. */
const MOST_DEPTH = 5;

/** Makes the records that statements are about. Statements write nothing, so equal records are made once. */
export class StatedRecords {
  readonly #ground: Ground;
  readonly #made = new Map<string, bigint>();
  readonly #values: MadeUpValues;

  constructor(ground: Ground, values: MadeUpValues) {
    this.#ground = ground;
    this.#values = values;
  }

  /** The id of a record with these values. Throws CannotMake. */
  async record(wanted: RecordToMake): Promise<bigint> {
    const { definition, owner } = wanted;
    const given = await this.#given(wanted);
    const key = toJson([definition.name, owner, given]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const id = await this.withValues({ ...wanted, values: given }, (values) => this.#write(wanted, values));
    this.#made.set(key, id);
    return id;
  }

  /**
   * Uses the values of a record: those of the statement, those of the test, and made-up ones. If other records hold what must be
   * unique, it is made up once more.
   */
  async withValues<Result>(
    wanted: RecordToMake,
    use: (values: Readonly<Record<string, unknown>>) => Promise<Result>,
    isTaken: (result: Result) => boolean = () => false,
  ): Promise<Result> {
    try {
      const result = await use(await this.#completed(wanted, false));
      if (!isTaken(result)) return result;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.key !== 'duplicate') throw cannotMake(wanted, error);
    }
    try {
      return await use(await this.#completed(wanted, true));
    } catch (error) {
      throw error instanceof AppError ? cannotMake(wanted, error) : error;
    }
  }

  async #write(
    { definition, owner }: RecordToMake,
    values: Readonly<Record<string, unknown>>,
  ): Promise<bigint> {
    const person = owner === undefined ? undefined : this.#ground.people.get(owner);
    const context = systemContext('access test');
    const actor = person ? { id: BigInt(person.id), username: person.username } : context.actor;
    return this.#ground.server.store.write({ ...context, actor }, async (writes) => {
      const written = writes.catalogue.writable(definition);
      const id = await writes.create(written, values);
      if (definition.hasDrafts) await writes.publish(written, id);
      return id;
    });
  }

  /** All values of a record. With `isNew`, those that must be unique are not those of the test. */
  async #completed(wanted: RecordToMake, isNew: boolean): Promise<Record<string, unknown>> {
    const { definition } = wanted;
    const unique = new Set(definition.unique.flat());
    const ofTest = Object.entries(this.#ground.values[definition.name] ?? {}).filter(
      ([name]) => !(isNew && unique.has(name)),
    );
    const values = await this.#given({
      ...wanted,
      values: { ...Object.fromEntries(ofTest), ...wanted.values },
    });
    for (const [name, field] of Object.entries(definition.fields)) {
      const isGiven = Object.hasOwn(values, name);
      if (isGiven || !(field.required || (isNew && unique.has(name) && !isLeft(field)))) continue;
      values[name] = await this.#madeUp(wanted, { name, field, isDistinct: unique.has(name), isNew });
    }
    return values;
  }

  /** The values of a statement, with ids for people and for the records that it describes. */
  async #given(wanted: RecordToMake): Promise<Record<string, unknown>> {
    const { definition, values } = wanted;
    requireFields(wanted, definition);
    const given: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const target = definition.fields[name]?.target;
      if (target === undefined) given[name] = value;
      else if (Array.isArray(value)) {
        const ids: unknown[] = [];
        for (const one of value) ids.push(await this.#idOf(wanted, target, one));
        given[name] = ids;
      } else given[name] = await this.#idOf(wanted, target, value);
    }
    return given;
  }

  /** The id of what a reference is given: a person, values of a record, or an id. */
  async #idOf(wanted: RecordToMake, target: string, value: unknown): Promise<unknown> {
    if (isAsserter(value)) {
      const person = this.#ground.people.get(value.name);
      if (!person) throw new CannotMake(`${value.name} is no user`);
      return BigInt(person.id);
    }
    if (typeof value !== 'object' || value === null) return value;
    const definition = this.#served(target);
    if (!definition) throw new CannotMake(`records of ${target} cannot be described; give an id`);
    return this.record({ ...deeper(wanted), definition, values: value as RecordToMake['values'] });
  }

  async #madeUp(wanted: RecordToMake, { name, field, isDistinct, isNew }: Missing): Promise<unknown> {
    const { target, column } = field;
    const value =
      target === undefined
        ? await this.#values.of(wanted.definition, name, isDistinct)
        : await this.#target(wanted, field, isDistinct && isNew);
    if (value === undefined) throw new CannotMake(`give ${name} of ${placeOf(wanted)} a value, in 'values'`);
    return target !== undefined && column.type === 'ids' ? [value] : value;
  }

  /** The id of a record for a required reference; users are the owner of the record, or `root`. */
  async #target(wanted: RecordToMake, field: Field, isNew: boolean): Promise<bigint | undefined> {
    const { app, people, types } = this.#ground;
    const owner = people.get(wanted.owner ?? 'root') ?? app.root;
    if (holdsFiles(field)) return uploadFor(app.as(owner), field, types);
    if (field.target === user.name) return BigInt(isNew ? (await app.person()).id : owner.id);
    const definition = this.#served(field.target);
    if (!definition || (wanted.madeFor?.length ?? 0) >= MOST_DEPTH) return undefined;
    const record = { ...deeper(wanted), definition, values: {} };
    return isNew ? this.withValues(record, (values) => this.#write(record, values)) : this.record(record);
  }

  #served(name: string | undefined): ServedDefinition | undefined {
    return this.#ground.server.store.catalogue.served.find((one) => one.name === name);
  }
}

/** A field without a value. */
interface Missing {
  readonly name: string;
  readonly field: Field;
  readonly isDistinct: boolean;
  readonly isNew: boolean;
}

/** Whether the server fills the field, or leaves it empty, in each record. */
function isLeft({ nullable, made }: Field): boolean {
  return nullable || made !== undefined;
}

function deeper({ definition, owner, madeFor = [] }: RecordToMake): Pick<RecordToMake, 'owner' | 'madeFor'> {
  return { owner, madeFor: [definition.name, ...madeFor] };
}

/** The collection, and what its record is made for: `product, made for lot`. */
function placeOf({ definition, madeFor = [] }: RecordToMake): string {
  return [definition.name, ...madeFor.map((name) => `made for ${name}`)].join(', ');
}

function requireFields(wanted: RecordToMake, { columns, fields }: Definition): void {
  const known = [...new Set([...Object.keys(columns), ...Object.keys(fields)])];
  const unknown = Object.keys(wanted.values).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = suggestion(unknown, known);
  throw new CannotMake(
    `there is no field '${unknown}' of ${placeOf(wanted)}${hint} (allowed: ${known.join(', ')})`,
  );
}

/** The refusal of a record, with the place of each field: `sku of product, made for lot: is required`. */
function cannotMake(wanted: RecordToMake, { problems, text }: AppError): CannotMake {
  const place = placeOf(wanted);
  const reasons = Object.entries(problems).map(
    ([field, problem]) => `${field === '' ? '' : `${field} of `}${place}: ${render(problem, 'en')}`,
  );
  return new CannotMake(reasons.length > 0 ? reasons.join('; ') : `${place}: ${render(text, 'en')}`);
}
