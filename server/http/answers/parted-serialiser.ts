import type { JsonSchema } from '../../../contract/json-schema.ts';
import { compileSchema, type Serialise } from './compile-schema.ts';
import { leadingOf, namesRecords } from './record-references.ts';

/** Returns the serialiser of a collection's records. */
export type RecordSerialisers = (name: string) => Serialise;

type Values = Readonly<Record<string, unknown>>;

/** A property, or neighbours that lead to no records. Returns JSON without braces, empty if it has nothing to say. */
type WriteMembers = (value: Values) => string;

/**
 * A serialiser that leaves the records of other collections to their own serialisers and joins the texts. It knows one collection at a
 * time, so its size does not depend on how many collections refer to each other.
 */
export function partedSerialiser(schema: JsonSchema, records: RecordSerialisers): Serialise {
  const leading = leadingOf(schema);
  if (leading.kind === 'none') return compileSchema(schema);
  if (leading.kind === 'record') return orNull((value) => records(leading.name)(value));
  if (leading.kind === 'list') {
    const item = partedSerialiser(leading.items, records);
    return orNull((values) => `[${(values as readonly unknown[]).map(item).join(',')}]`);
  }
  const parts = partsOf(schema, leading.properties, records);
  return orNull((value) => {
    const members = parts.map((write) => write(value as Values)).filter((text) => text !== '');
    return `{${members.join(',')}}`;
  });
}

function orNull(write: Serialise): Serialise {
  return (value) => (value === null || value === undefined ? 'null' : write(value));
}

/** Properties in their order; those between two that lead to records are written together. */
function partsOf(
  schema: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>>,
  records: RecordSerialisers,
): WriteMembers[] {
  const parts: WriteMembers[] = [];
  let neighbours: [string, JsonSchema][] = [];
  const flush = () => {
    if (neighbours.length > 0) parts.push(membersOf(schema, Object.fromEntries(neighbours)));
    neighbours = [];
  };
  for (const [name, property] of Object.entries(properties)) {
    if (!namesRecords(property)) neighbours.push([name, property]);
    else {
      flush();
      parts.push(memberOf(name, partedSerialiser(property, records)));
    }
  }
  flush();
  return parts;
}

function membersOf(
  { required, ...schema }: JsonSchema & { readonly required?: readonly string[] },
  properties: Readonly<Record<string, JsonSchema>>,
): WriteMembers {
  const needed = required?.filter((name) => properties[name]);
  const write = compileSchema({ ...schema, properties, ...(needed && { required: needed }) } as JsonSchema);
  return (value) => write(value).slice(1, -1);
}

function memberOf(name: string, write: Serialise): WriteMembers {
  const key = `${JSON.stringify(name)}:`;
  return (value) => (value[name] === undefined ? '' : key + write(value[name]));
}
