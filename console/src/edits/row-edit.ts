import { type ComputedRef, computed, onScopeDispose, type ShallowRef, shallowRef } from 'vue';
import { basesOf, changesOf, type Entry, openEntries } from '../form/entries.ts';
import { type FieldValue, sameValue, UNREADABLE, type ValueField, writeValue } from '../form/field-values.ts';
import { mergeRow, type RowMerge, type Values } from '../form/row-merge.ts';
import type { EditStore } from './edit-store.ts';
import { type Outcome, type SavedRow, type Sender, sendEdit } from './send-edit.ts';
import {
  type EditPlace,
  namesLocalFile,
  type Proposal,
  type UnsavedEdit,
  usedFiles,
} from './unsaved-edit.ts';

/** What one line above the form tells about it. */
export type EditState =
  | { readonly is: 'clean' | 'changed' | 'saving' | 'saved' }
  | { readonly is: 'waiting'; readonly because: 'unreachable' | 'signed-out'; readonly isProposal: boolean }
  | { readonly is: 'refused'; readonly error: unknown; readonly because: 'gone' | 'refused' | 'unreadable' }
  | { readonly is: 'conflict'; readonly theirs: SavedRow; readonly merge: RowMerge };

export interface RowEditOptions<F extends ValueField> {
  readonly place: EditPlace;
  /** The row as it was read; absent for a new one. */
  readonly row?: SavedRow;
  /** What a new row begins with. */
  readonly defaults?: Values;
  /** What was filled in for the user: it is sent with a new row, but alone it is no edit to keep. */
  readonly prefill?: Values | undefined;
  /** What this browser kept of an earlier edit. */
  readonly unsaved?: UnsavedEdit | undefined;
  readonly sender: Omit<Sender, 'fields'> & { readonly fields: readonly F[] };
  titleOf(values: Values): string;
}

export interface RowEdit<F extends ValueField = ValueField> {
  readonly entries: readonly Entry<F>[];
  readonly state: ShallowRef<EditState>;
  readonly isDirty: ComputedRef<boolean>;
  /** Fields that somebody else changed, taken over since the form was opened. */
  readonly taken: ShallowRef<readonly string[]>;
  /** The state of the row that the form shows. */
  readonly etag: ShallowRef<string | undefined>;
  /** False where the browser keeps nothing, as some do in private windows. */
  readonly canKeep: ShallowRef<boolean>;
  readonly files: Map<string, File>;
  set(entry: Entry<F>, value: FieldValue): void;
  /** Saves the edit; with a proposal, has it approved by somebody else instead. */
  save(proposal?: Proposal): Promise<Outcome | undefined>;
  /** Goes on with what was chosen for each field in conflict. */
  resolve(chosen: Values): void;
  /** Back to the row as it was read. */
  discard(): Promise<void>;
  /** Writes down at once what the browser would keep in a moment. */
  keep(): Promise<void>;
}

/** What goes on while somebody types: a save that waits for the network is sent all the same. */
const GOES_ON: ReadonlySet<EditState['is']> = new Set(['saving', 'conflict', 'waiting']);

/** Long enough to gather a burst of keys, short enough to lose none of them to a closed tab. */
const KEEP_AFTER_MS = 250;

/** An open form: its values, where they are kept, and how they are saved. */
export function openRowEdit<F extends ValueField>(options: RowEditOptions<F>): RowEdit<F> {
  const edit = new OpenEdit(options);
  onScopeDispose(() => void edit.keep());
  return edit;
}

class OpenEdit<F extends ValueField> implements RowEdit<F> {
  readonly entries: readonly Entry<F>[];
  readonly state = shallowRef<EditState>({ is: 'clean' });
  readonly taken = shallowRef<readonly string[]>([]);
  readonly etag = shallowRef<string>();
  readonly canKeep = shallowRef(true);
  readonly isDirty = computed(() => this.entries.some(({ isChanged }) => isChanged.value));
  readonly files = new Map<string, File>();
  readonly #options: RowEditOptions<F>;
  readonly #store: EditStore;
  #place: EditPlace;
  #attempt: UnsavedEdit['attempt'];
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #lastKept: Promise<void> = Promise.resolve();
  #saving: Promise<Outcome> | undefined;

  constructor(options: RowEditOptions<F>) {
    const { row, defaults = {}, prefill = {}, unsaved, sender, place } = options;
    this.#options = options;
    this.#place = place;
    this.#store = this.#liveStore(sender.store);
    this.entries = openEntries(sender.fields, row?.values ?? defaults);
    this.etag.value = row?.etag;
    if (unsaved) this.#takeUp(unsaved, row);
    for (const { field, value } of this.entries) value.value = prefill[field.name] ?? value.value;
  }

  set(entry: Entry<F>, value: FieldValue): void {
    entry.value.value = value;
    entry.problem.value = undefined;
    if (!GOES_ON.has(this.state.value.is)) this.#updateState();
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => void this.keep(), KEEP_AFTER_MS);
  }

  keep(): Promise<void> {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    this.#lastKept = this.#lastKept
      .then(async () => {
        const [edit, { store }] = [this.#unsaved(), this.#options.sender];
        await (this.#isUntouched(edit) ? store.remove(edit) : store.put(edit));
        this.canKeep.value = true;
      })
      .catch(() => {
        this.canKeep.value = false;
      });
    return this.#lastKept;
  }

  async save(proposal?: Proposal): Promise<Outcome | undefined> {
    if (this.#saving) return this.#saving;
    if (!this.#isReadable() || this.state.value.is === 'conflict') return undefined;
    const edit = this.#unsaved();
    if (Object.keys(edit.values).length === 0 && !edit.attempt && edit.etag !== undefined) return undefined;
    this.state.value = { is: 'saving' };
    this.#saving = this.#send(edit, proposal).finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  resolve(chosen: Values): void {
    if (this.state.value.is !== 'conflict') return;
    const { theirs, merge } = this.state.value;
    this.#rebase(theirs, { ...merge.values, ...chosen });
    this.taken.value = merge.taken;
    this.#updateState();
    void this.keep();
  }

  async discard(): Promise<void> {
    for (const entry of this.entries) {
      entry.value.value = entry.base.value;
      entry.problem.value = undefined;
    }
    this.#attempt = undefined;
    this.files.clear();
    this.state.value = { is: 'clean' };
    await this.keep();
  }

  async #send(edit: UnsavedEdit, proposal?: Proposal): Promise<Outcome> {
    clearTimeout(this.#keeping);
    await this.#lastKept;
    const outcome = await sendEdit(edit, { ...this.#options.sender, store: this.#store }, proposal);
    if (outcome.is === 'saved') {
      const sent = { ...edit.base, ...(edit.attempt ?? edit).values };
      this.#rebase(outcome.row, this.#typedSince(sent, outcome.row.values));
      this.taken.value = outcome.taken;
      this.#place = { ...this.#place, row: outcome.row.id };
      this.state.value = { is: this.isDirty.value ? 'changed' : 'saved' };
    } else if (outcome.is === 'proposed') this.#giveBack((edit.attempt ?? edit).values);
    else if (outcome.is === 'waiting') this.state.value = { ...outcome, isProposal: this.#isProposed };
    else this.state.value = outcome;
    await this.keep();
    const hasMore = outcome.is === 'saved' && edit.attempt !== undefined && this.isDirty.value;
    return hasMore ? this.#send(this.#unsaved()) : outcome;
  }

  #isUntouched({ values, attempt }: UnsavedEdit): boolean {
    const { prefill = {} } = this.#options;
    return !attempt && Object.entries(values).every(([name, value]) => value === prefill[name]);
  }

  get #isProposed(): boolean {
    return this.#attempt?.proposal !== undefined;
  }

  /** The row as it was read, except where somebody typed on while it was proposed. */
  #giveBack(sent: Values): void {
    for (const { field, value, base } of this.entries)
      if (sameValue(field, value.value, sent[field.name] ?? null)) value.value = base.value;
    this.state.value = { is: 'clean' };
    this.#updateState();
  }

  /** What the row holds now, except where somebody typed on while it was saved. */
  #typedSince(sent: Values, saved: Values): Values {
    const values = this.entries.map(({ field, value }) => {
      const isAsSent = sameValue(field, value.value, sent[field.name] ?? null);
      return [field.name, isAsSent ? (saved[field.name] ?? null) : value.value];
    });
    return Object.fromEntries(values);
  }

  #rebase({ values: base, etag }: SavedRow, mine: Values): void {
    for (const { field, ...entry } of this.entries) {
      entry.base.value = base[field.name] ?? null;
      entry.value.value = mine[field.name] ?? null;
    }
    this.etag.value = etag;
  }

  /** Goes on with an edit that was kept, also where the row has changed since. */
  #takeUp(edit: UnsavedEdit, row: SavedRow | undefined): void {
    for (const [word, file] of Object.entries(edit.files)) this.files.set(word, file);
    this.#attempt = edit.attempt;
    const mine = { ...edit.base, ...edit.values };
    const fields = this.entries.map(({ field }) => field);
    const now = row?.values ?? basesOf(this.entries);
    const merge = mergeRow(fields, { base: edit.base, mine, theirs: now });
    if (row && edit.etag !== row.etag && !edit.attempt && merge.conflicts.length > 0)
      this.state.value = { is: 'conflict', theirs: row, merge };
    for (const { field, value } of this.entries) value.value = merge.values[field.name] ?? value.value;
    if (edit.attempt)
      this.state.value = { is: 'waiting', because: 'unreachable', isProposal: this.#isProposed };
    else if (this.state.value.is === 'clean') this.#updateState();
  }

  #unsaved(): UnsavedEdit {
    const values = changesOf(this.entries);
    const [base, etag] = [basesOf(this.entries), this.etag.value];
    return {
      ...{ ...this.#place, time: Date.now(), base, values },
      ...(etag !== undefined && { etag }),
      files: usedFiles(values, Object.fromEntries(this.files)),
      title: this.#options.titleOf({ ...base, ...values }),
      ...(this.#attempt && { attempt: this.#attempt }),
    };
  }

  /** A state that stays the same is not announced again: nothing above a field reacts to a key. */
  #updateState(): void {
    const is = this.isDirty.value ? 'changed' : 'clean';
    if (this.state.value.is !== is) this.state.value = { is };
  }

  #isReadable(): boolean {
    const broken = this.entries.filter(
      ({ field, value, isChanged }) => isChanged.value && writeValue(field, value.value) === UNREADABLE,
    );
    if (broken.length > 0) this.state.value = { is: 'refused', because: 'unreadable', error: undefined };
    return broken.length === 0;
  }

  /** A file that was uploaded while its row was saved goes by its id from then on. */
  #nameUploaded(values: Values): void {
    for (const { field, value } of this.entries) {
      const id = values[field.name];
      if (namesLocalFile(value.value) && id !== undefined && !namesLocalFile(id)) value.value = id;
    }
  }

  /** While the form is open only it writes to the store: what is typed during a save is stored with the attempt. */
  #liveStore(store: EditStore): EditStore {
    return {
      ...store,
      put: async (edit) => {
        this.#attempt = edit.attempt;
        this.#nameUploaded(edit.values);
        await this.keep();
      },
      remove: async (place) => {
        this.#attempt = undefined;
        await store.remove(place);
      },
    };
  }
}
