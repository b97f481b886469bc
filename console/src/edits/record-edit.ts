import { type ComputedRef, computed, onScopeDispose, type ShallowRef, shallowRef } from 'vue';
import { basesOf, changesOf, type Entry, openEntries } from '../form/entries.ts';
import { type FieldValue, sameValue, UNREADABLE, type ValueField, writeValue } from '../form/field-values.ts';
import { mergeRecord, type RecordMerge, type Values } from '../form/record-merge.ts';
import { EditSteps } from './edit-steps.ts';
import type { EditStore } from './edit-store.ts';
import { type Outcome, type SavedRecord, type Sender, sendEdit } from './send-edit.ts';
import {
  type EditPlace,
  namesLocalFile,
  type Proposal,
  type UnsavedEdit,
  usedFiles,
} from './unsaved-edit.ts';

/** The state of a form. */
export type EditState =
  | { readonly is: 'clean' | 'changed' | 'saving' | 'saved' }
  | { readonly is: 'waiting'; readonly because: 'unreachable' | 'signed-out'; readonly isProposal: boolean }
  | { readonly is: 'refused'; readonly error: unknown; readonly because: 'gone' | 'refused' | 'unreadable' }
  | { readonly is: 'conflict'; readonly theirs: SavedRecord; readonly merge: RecordMerge };

export interface RecordEditOptions<F extends ValueField> {
  readonly place: EditPlace;
  /** The stored record; absent for a new one. */
  readonly record?: SavedRecord;
  /** The initial values of a new record. */
  readonly defaults?: Values;
  /** Values filled in for the user. They are sent with a new record, but are no edit by themselves. */
  readonly prefill?: Values | undefined;
  /** An earlier edit from the store. */
  readonly unsaved?: UnsavedEdit | undefined;
  readonly sender: Omit<Sender, 'fields'> & { readonly fields: readonly F[] };
  titleOf(values: Values): string;
}

export interface RecordEdit<F extends ValueField = ValueField> {
  readonly entries: readonly Entry<F>[];
  readonly state: ShallowRef<EditState>;
  readonly isDirty: ComputedRef<boolean>;
  /** Fields taken over from others since the form was opened. */
  readonly taken: ShallowRef<readonly string[]>;
  /** The ETag of the shown record. */
  readonly etag: ShallowRef<string | undefined>;
  /** False if the browser cannot store edits, as in some private windows. */
  readonly canKeep: ShallowRef<boolean>;
  readonly files: Map<string, File>;
  readonly steps: Pick<EditSteps<Entry<F>>, 'canUndo' | 'canRedo'>;
  set(entry: Entry<F>, value: FieldValue): void;
  /** Undoes or redoes the last change. Returns the field that it was about. */
  step(way: 'undo' | 'redo'): Entry<F> | undefined;
  /** Saves the edit, or proposes it. */
  save(proposal?: Proposal): Promise<Outcome | undefined>;
  /** Continues with the chosen values of the conflicts. */
  resolve(chosen: Values): void;
  /** Resets the form to the stored record. */
  discard(): Promise<void>;
  /** Stores the edit at once, without debouncing. */
  keep(): Promise<void>;
}

/** States that typing does not change. */
const GOES_ON: ReadonlySet<EditState['is']> = new Set(['saving', 'conflict', 'waiting']);

/** Debounces typing, but is short enough not to lose input when the tab closes. */
const KEEP_AFTER_MS = 250;

/** An open form: its values, its unsaved edit, and saving. */
export function openRecordEdit<F extends ValueField>(options: RecordEditOptions<F>): RecordEdit<F> {
  const edit = new OpenEdit(options);
  onScopeDispose(() => void edit.keep());
  return edit;
}

class OpenEdit<F extends ValueField> implements RecordEdit<F> {
  readonly entries: readonly Entry<F>[];
  readonly state = shallowRef<EditState>({ is: 'clean' });
  readonly taken = shallowRef<readonly string[]>([]);
  readonly etag = shallowRef<string>();
  readonly canKeep = shallowRef(true);
  readonly isDirty = computed(() => this.entries.some(({ isChanged }) => isChanged.value));
  readonly files = new Map<string, File>();
  readonly steps = new EditSteps<Entry<F>>();
  readonly #options: RecordEditOptions<F>;
  readonly #store: EditStore;
  #place: EditPlace;
  #attempt: UnsavedEdit['attempt'];
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #lastKept: Promise<void> = Promise.resolve();
  #saving: Promise<Outcome> | undefined;

  constructor(options: RecordEditOptions<F>) {
    const { record, defaults = {}, prefill = {}, unsaved, sender, place } = options;
    this.#options = options;
    this.#place = place;
    this.#store = this.#liveStore(sender.store);
    this.entries = openEntries(sender.fields, record?.values ?? defaults);
    this.etag.value = record?.etag;
    if (unsaved) this.#takeUp(unsaved, record);
    for (const { field, value } of this.entries) value.value = prefill[field.name] ?? value.value;
  }

  set(entry: Entry<F>, value: FieldValue): void {
    this.steps.note(entry, value);
    entry.value.value = value;
    this.#afterChange(entry);
  }

  step(way: 'undo' | 'redo'): Entry<F> | undefined {
    const entry = this.steps[way]();
    if (entry) this.#afterChange(entry);
    return entry;
  }

  #afterChange(entry: Entry<F>): void {
    entry.problem.value = undefined;
    if (!GOES_ON.has(this.state.value.is)) this.#updateState();
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => void this.keep(), KEEP_AFTER_MS);
  }

  keep(): Promise<void> {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const [edit, { store }] = [this.#unsaved(), this.#options.sender];
    // At once, so that a form that opens next finds it. The store writes in order.
    this.#lastKept = (this.#isUntouched(edit) ? store.remove(edit) : store.put(edit)).then(
      () => {
        this.canKeep.value = true;
      },
      () => {
        this.canKeep.value = false;
      },
    );
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
    this.steps.clear();
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
    this.steps.clear();
    this.state.value = { is: 'clean' };
    await this.keep();
  }

  async #send(edit: UnsavedEdit, proposal?: Proposal): Promise<Outcome> {
    clearTimeout(this.#keeping);
    await this.#lastKept;
    const outcome = await sendEdit(edit, { ...this.#options.sender, store: this.#store }, proposal);
    if (outcome.is === 'saved') {
      const sent = { ...edit.base, ...(edit.attempt ?? edit).values };
      this.#rebase(outcome.record, this.#typedSince(sent, outcome.record.values));
      this.taken.value = outcome.taken;
      this.#place = { ...this.#place, record: outcome.record.id };
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

  /** Resets the form after a proposal, except for what was typed meanwhile. */
  #giveBack(sent: Values): void {
    for (const { field, value, base } of this.entries)
      if (sameValue(field, value.value, sent[field.name] ?? null)) value.value = base.value;
    this.steps.clear();
    this.state.value = { is: 'clean' };
    this.#updateState();
  }

  /** The saved values, except for what was typed meanwhile. */
  #typedSince(sent: Values, saved: Values): Values {
    const values = this.entries.map(({ field, value }) => {
      const isAsSent = sameValue(field, value.value, sent[field.name] ?? null);
      return [field.name, isAsSent ? (saved[field.name] ?? null) : value.value];
    });
    return Object.fromEntries(values);
  }

  #rebase({ values: base, etag }: SavedRecord, mine: Values): void {
    for (const { field, ...entry } of this.entries) {
      entry.base.value = base[field.name] ?? null;
      entry.value.value = mine[field.name] ?? null;
    }
    this.etag.value = etag;
  }

  /** Continues a stored edit. The record may have changed since. */
  #takeUp(edit: UnsavedEdit, record: SavedRecord | undefined): void {
    for (const [word, file] of Object.entries(edit.files)) this.files.set(word, file);
    this.#attempt = edit.attempt;
    const mine = { ...edit.base, ...edit.values };
    const fields = this.entries.map(({ field }) => field);
    const now = record?.values ?? basesOf(this.entries);
    const merge = mergeRecord(fields, { base: edit.base, mine, theirs: now });
    if (record && edit.etag !== record.etag && !edit.attempt && merge.conflicts.length > 0)
      this.state.value = { is: 'conflict', theirs: record, merge };
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

  /** Leaves an unchanged state alone, so that nothing above a field renders on a key press. */
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

  /** Replaces the placeholders of uploaded files by their ids. */
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
