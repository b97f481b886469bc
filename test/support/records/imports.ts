import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { FreshApp } from '../fresh-app.ts';

export interface Import {
  readonly id: number;
  readonly state: string;
  readonly problem: string | null;
  readonly line: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
  readonly removed_html: number;
}

/** Imports into a collection of this app, as the holder of the token sees them. */
export function importsInto(app: FreshApp, path: string, token = app.root.access) {
  const begin = (query: string, body: string | Buffer, headers = {}) =>
    app.as(token).post<{ id: number; code: number; message: string }>(`${path}/import?${query}`, body, {
      headers: { 'content-type': 'text/csv', ...headers },
    });

  /** The import once nothing more happens to it. */
  async function settled(id: number): Promise<Import> {
    for (let turn = 0; turn < 600; turn += 1) {
      const record = await app.as(token).read<Import>(`${path}/import/${id}`);
      if (record.state !== 'running' && record.state !== 'undoing') return record;
      await wait(20);
    }
    throw new Error(`import ${id} does not end`);
  }

  /** Begins an import as soon as there is a place; the last one frees its own after it is done. */
  async function beginInTurn(query: string, body: string | Buffer) {
    let answer = await begin(query, body);
    for (let turn = 0; answer.status === 429 && turn < 500; turn += 1) {
      await wait(20);
      answer = await begin(query, body);
    }
    return answer;
  }

  /** Imports a file that must be taken. */
  async function run(query: string, body: string | Buffer): Promise<Import> {
    const answer = await beginInTurn(query, body);
    assert.equal(answer.status, 201, answer.text);
    return settled(answer.body.id);
  }

  async function report(id: number): Promise<Record<string, unknown>[]> {
    const { text } = await app.as(token).get(`${path}/import/${id}/report`);
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async function undo(id: number): Promise<Import> {
    await app.as(token).done(`POST ${path}/import/${id}/undo`);
    return settled(id);
  }

  const exported = async (query = '') => (await app.as(token).get(`${path}/export?${query}`)).text;
  return { begin, beginInTurn, settled, run, report, undo, exported };
}
