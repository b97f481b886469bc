import assert from 'node:assert/strict';
import type { Client } from '../client.ts';
import { until } from '../until.ts';
import type { Import } from './imports.ts';

export interface Bulk extends Import {
  readonly action: string;
  readonly total: number;
  readonly deleted: number;
}

export interface RecordReport {
  readonly outcome: string;
  readonly id: number;
  readonly problems?: Readonly<Record<string, string>>;
  readonly reason?: string;
  readonly line?: number;
  readonly removed_html?: Readonly<Record<string, readonly string[]>>;
}

/** Changes by filter as one caller sends them, and how they end. */
export function bulksOf(caller: Client) {
  const begin = (path: string, query: string, body: unknown) =>
    caller.post<{ id: number; code: number; message: string }>(`${path}/bulk-by-filter?${query}`, body);

  /** The change once nothing more happens to it. */
  async function settled(id: number): Promise<Bulk> {
    let record: Bulk | undefined;
    await until(async () => {
      record = await caller.read<Bulk>(`/cms/bulk/${id}`);
      return record.state !== 'running' && record.state !== 'undoing';
    }, 20);
    return record as unknown as Bulk;
  }

  /** A change that must be taken; it waits for a place, as the last one frees its own after it is done. */
  async function run(path: string, query: string, body: unknown): Promise<Bulk> {
    let answer = await begin(path, query, body);
    await until(async () => {
      if (answer.status === 429) answer = await begin(path, query, body);
      return answer.status !== 429;
    }, 20);
    assert.equal(answer.status, 201, answer.text);
    return settled(answer.body.id);
  }

  async function report(id: number): Promise<RecordReport[]> {
    const { text } = await caller.get(`/cms/bulk/${id}/report`);
    const lines = text.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as RecordReport);
  }

  async function undo(id: number): Promise<Bulk> {
    await caller.done(`POST /cms/bulk/${id}/undo`);
    return settled(id);
  }

  return { begin, settled, run, report, undo };
}
