import { DatabaseSync } from 'node:sqlite';
import { fromJson } from '../../../shared/json.ts';
import { isObject } from '../forms/check-forms.ts';

/** An entity of an export: one row of a content type. */
export interface Entity {
  readonly type: string;
  readonly id: number;
  readonly data: Record<string, unknown>;
}

/** One end of a relation. */
interface End {
  readonly type: string;
  readonly ref: number;
}

/** Entities and relations of an export in a file of their own, as they refer to each other in any order. */
export class ExportIndex {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE entity (type TEXT, id INTEGER, document TEXT, text TEXT, PRIMARY KEY (type, id)) WITHOUT ROWID;
      CREATE INDEX entity_document ON entity (type, document);
      CREATE TABLE link (type TEXT, ref INTEGER, field TEXT, pos REAL, to_type TEXT, to_ref INTEGER);
      CREATE INDEX link_from ON link (type, ref, field, pos);
      BEGIN`);
  }

  addEntity(line: unknown, text: string): void {
    if (!isObject(line) || !isObject(line.data)) return;
    this.#database
      .prepare('INSERT OR REPLACE INTO entity VALUES (?, ?, ?, ?)')
      .run(String(line.type), Number(line.id), String(line.data.documentId ?? line.id), text);
  }

  /** Files name the records that show them; the other relations are named by their owner. */
  addLink(line: unknown): void {
    if (!isObject(line) || !isObject(line.left) || !isObject(line.right)) return;
    const [from, to] = line.kind === 'relation.morph' ? [line.right, line.left] : [line.left, line.right];
    if (!Number.isInteger(from.ref) || !Number.isInteger(to.ref)) return;
    this.#database
      .prepare('INSERT INTO link VALUES (?, ?, ?, ?, ?, ?)')
      .run(
        String(from.type),
        Number(from.ref),
        String(from.field),
        Number(from.pos ?? 0),
        String(to.type),
        Number(to.ref),
      );
  }

  /** All lines were added. */
  finish(): void {
    this.#database.exec('COMMIT');
  }

  /** The entities of a type, one document after the other. */
  *entities(type: string): Generator<Entity> {
    const found = this.#database
      .prepare('SELECT text FROM entity WHERE type = ? ORDER BY document, id')
      .iterate(type);
    for (const { text } of found) yield fromJson<Entity>(String(text));
  }

  /** The entities to which a field leads, with the data that tells them apart, in their order. */
  linked({ type, ref }: End, field: string): Entity[] {
    return this.#database
      .prepare(
        `SELECT text FROM link JOIN entity ON entity.type = to_type AND entity.id = to_ref
         WHERE link.type = ? AND link.ref = ? AND link.field = ? ORDER BY pos, to_ref`,
      )
      .all(type, ref, field)
      .map(({ text }) => fromJson<Entity>(String(text)));
  }

  close(): void {
    this.#database.close();
  }
}
