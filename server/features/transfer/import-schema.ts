import type { JsonSchema, Properties } from '../../../contract/json-schema.ts';
import { itemSchema } from '../../http/records/collection-schemas.ts';
import { importCollection } from './import.collection.ts';

const { properties, ...schema } = itemSchema(importCollection);
const { collection, ...others } = properties as Properties;

/** The schema of an import, or of a bulk change by a filter. */
export const importSchema: JsonSchema = {
  ...schema,
  properties: { ...others, collection: { ...collection, olderName: 'record' } },
};
