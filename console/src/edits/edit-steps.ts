import { type ShallowRef, shallowRef } from 'vue';
import type { Entry } from '../form/entries.ts';
import type { FieldValue } from '../form/field-values.ts';
import { namesLocalFile } from './unsaved-edit.ts';

interface EditStep<E extends Entry> {
  readonly entry: E;
  readonly before: FieldValue;
  readonly after: FieldValue;
  readonly time: number;
}

/** What is typed into a field without a longer pause is one step. */
const PAUSE_MS = 800;
const MOST = 200;

/** The changes of a form in the order in which they were made, to undo and redo them. */
export class EditSteps<E extends Entry> {
  readonly canUndo: ShallowRef<boolean> = shallowRef(false);
  readonly canRedo: ShallowRef<boolean> = shallowRef(false);
  #done: readonly EditStep<E>[] = [];
  #undone: readonly EditStep<E>[] = [];

  /** Notes that a field is about to change. */
  note(entry: E, after: FieldValue, time = Date.now()): void {
    const before = entry.value.value;
    const last = this.#done.at(-1);
    // An uploaded file takes the place of its placeholder, to which nobody wants to go back.
    const goesOn = last?.entry === entry && (time - last.time < PAUSE_MS || namesLocalFile(before));
    const step = { entry, after, time, before: goesOn ? last.before : before };
    this.#done = [...(goesOn ? this.#done.slice(0, -1) : this.#done), step].slice(-MOST);
    this.#undone = [];
    this.#update();
  }

  /** Undoes the last step. Returns the field that it changed. */
  undo(): E | undefined {
    const step = this.#done.at(-1);
    if (!step) return undefined;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, step];
    this.#update();
    step.entry.value.value = step.before;
    return step.entry;
  }

  /** Makes the last undone step again. Returns the field that it changed. */
  redo(): E | undefined {
    const step = this.#undone.at(-1);
    if (!step) return undefined;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, { ...step, time: 0 }]; // what is typed next is a step of its own
    this.#update();
    step.entry.value.value = step.after;
    return step.entry;
  }

  clear(): void {
    [this.#done, this.#undone] = [[], []];
    this.#update();
  }

  #update(): void {
    this.canUndo.value = this.#done.length > 0;
    this.canRedo.value = this.#undone.length > 0;
  }
}
