import type { FieldDescription, ServedDescription } from '../../../api/definitions.ts';
import { failureOf, recordWriterOf } from '../../../api/records/record-writer.ts';
import type { EditStore } from '../../../edits/edit-store.ts';
import { type Outcome, type SavedRecord, sendEdit } from '../../../edits/send-edit.ts';
import type { FieldValue } from '../../../form/field-values.ts';

/** A cell is saved while its editor is open, so the browser need not keep the edit. */
const unkept: EditStore = {
  find: async () => undefined,
  list: async () => [],
  put: async () => {},
  remove: async () => {},
};

/** Reads a record and its tag for an editor. */
export function readForCell(collection: ServedDescription, id: string): Promise<SavedRecord> {
  return recordWriterOf(collection).read(id);
}

/** Saves one field of a record as it was read. Changes of its other fields meanwhile are no conflict. */
export function saveCell(
  collection: ServedDescription,
  field: FieldDescription,
  read: SavedRecord,
  value: FieldValue,
): Promise<Outcome> {
  const edit = {
    ...{ server: '', user: '', collection: collection.name, record: read.id, title: '', time: 0, files: {} },
    ...{ base: read.values, etag: read.etag, values: { [field.name]: value } },
  };
  const writer = recordWriterOf(collection);
  return sendEdit(edit, { fields: collection.fields, writer, store: unkept, failureOf });
}
