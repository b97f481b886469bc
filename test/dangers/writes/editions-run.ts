import assert from 'node:assert/strict';
import type { Revision } from '../../support/bodies.ts';
import type { FreshApp, Person } from '../../support/fresh-app.ts';
import {
  columnsOf,
  created,
  type Decision,
  decided,
  discarded,
  type Edition,
  EMPTY,
  isRestorable,
  moved,
  type Operation,
  planned,
  type Step,
  written,
} from './editions.ts';

export const PATH = '/v1/dispatch';
export const HOUR = 3_600_000;

interface Job {
  readonly id: number;
  readonly does: Decision;
  readonly at: number;
}

export const seen = { taken: 0, refused: 0, fired: 0, overdue: 0 };

/** What people do to records, and what a reference makes of it. */
export class EditionsRun {
  readonly #app: FreshApp;
  readonly #author: Person;
  readonly records = new Map<number, Edition>();
  readonly name: string;
  #jobs: Job[] = [];
  #at = Date.now() + HOUR;

  constructor(app: FreshApp, author: Person, name: string) {
    this.#app = app;
    this.#author = author;
    this.name = name;
  }

  async do(operation: Operation): Promise<void> {
    const { what, row: record } = operation;
    if (what === 'create') return this.#create(operation);
    if (what === 'time comes') return this.#timeComes();
    const isGone = what === 'restore' || what === 'purge';
    const ids = [...this.records].flatMap(([id, edition]) => (edition.isGone === isGone ? [id] : []));
    const id = ids[record % ids.length];
    const edition = this.records.get(id ?? 0);
    if (id !== undefined && edition) await this.#change(operation, id, edition);
  }

  async #create({ change, row: record }: Operation & { what: 'create' }): Promise<void> {
    const [client, owner] = record % 2 ? [this.#author, this.#author.id] : [this.#app.root, 1];
    const answer = await client.ask<{ id: number }>(`POST ${PATH}`, change);
    const values = { ...EMPTY, kind: 'open', ...columnsOf(change, 'en') };
    const { id } = answer.body;
    const edition = created(this.records, id ?? 0, owner, values);
    this.#expect(answer, edition, JSON.stringify(change));
    if (!edition) return;
    this.records.set(id, edition);
    await this.#app.root.make('/v1/remark', { words: this.name, dispatch: id });
  }

  async #change(
    operation: Exclude<Operation, { what: 'create' }>,
    id: number,
    edition: Edition,
  ): Promise<void> {
    const at = `${PATH}/${id}`;
    const records = this.records;
    switch (operation.what) {
      case 'patch': {
        const { change, spoken } = operation;
        const draft = { ...edition.draft, ...columnsOf(change, spoken ?? 'en') };
        const query = spoken ? `?locale=${spoken}` : '';
        return this.#try(`PATCH ${at}${query}`, change, id, written(records, id, edition, draft));
      }
      case 'decide':
        return this.#try(
          `POST ${at}/${operation.does}`,
          undefined,
          id,
          decided(records, id, edition, operation.does),
        );
      case 'plan': {
        const { does } = operation;
        this.#at += 1;
        this.#jobs.push({ id, does, at: this.#at });
        return this.#try(`POST ${at}/${does}`, { at: this.#at }, id, planned(edition, does, this.#at));
      }
      case 'unplan':
        return this.#try(
          `POST ${at}/${operation.does}`,
          { at: null },
          id,
          planned(edition, operation.does, null),
        );
      case 'discard':
        return this.#try(`POST ${at}/discard`, undefined, id, discarded(records, id, edition));
      case 'delete':
        return this.#try(`DELETE ${at}`, undefined, id, moved(edition, 'delete'));
      case 'restore': {
        const after = isRestorable(records, id, edition) ? moved(edition, 'restore') : undefined;
        return this.#try(`POST ${PATH}/trash/${id}/restore`, undefined, id, after);
      }
      case 'purge':
        await this.#app.root.done(`DELETE ${PATH}/trash/${id}`);
        records.delete(id);
        return;
      case 'revise':
        return this.#revise(operation.to, id, edition);
    }
  }

  /** Writes the state after an entry of one of the two histories to the draft. */
  async #revise(to: number, id: number, edition: Edition): Promise<void> {
    const steps = edition.steps.filter(({ version }) => version === 'draft');
    const history = await this.#app.root.list<Revision>(`${PATH}/${id}/history?version=draft&count=100`);
    const place = to % steps.length;
    const step = steps[place] as Step;
    const entry = history.at(-1 - place);
    const after = written(this.records, id, edition, step.is);
    await this.#try(`POST ${PATH}/${id}/history/${entry?.id}/restore`, undefined, id, after);
  }

  async #try(
    request: string,
    body: object | undefined,
    id: number,
    after: Edition | undefined,
  ): Promise<void> {
    this.#expect(await this.#app.root.ask(request, body), after, `${request} ${JSON.stringify(body)}`);
    if (after) this.records.set(id, after);
  }

  /** Leaves no record behind: those of the next run would meet its unique texts. */
  async end(): Promise<void> {
    for (const [id, { isGone }] of this.records)
      if (!isGone) await this.#app.root.done(`DELETE ${PATH}/${id}`);
  }

  #expect({ status, text }: { status: number; text: string }, after: unknown, what: string): void {
    assert.equal(status < 400, after !== undefined, `${what}: ${status} ${text}`);
    seen[after ? 'taken' : 'refused'] += 1;
  }

  /** All times that were planned have come, those that others took the place of as well. */
  async #timeComes(): Promise<void> {
    const waiting: Job[] = [];
    for (const job of this.#jobs) {
      const { id, does, at } = job;
      const edition = this.records.get(id);
      if (edition?.plans[does] !== at) continue;
      if (edition.isGone) {
        waiting.push(job); // until the record is restored or purged
        continue;
      }
      const after = decided(this.records, id, edition, does);
      seen[after ? 'fired' : 'overdue'] += 1;
      if (after) this.records.set(id, after);
    }
    this.#jobs = waiting;
    await this.#app.behind(
      "update quire_job set due_time = 1 where kind = 'publish at a time' and state = 'waiting'",
    );
    await this.#app.server.store.jobs.idle();
  }
}
