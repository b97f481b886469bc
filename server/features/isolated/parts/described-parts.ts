import type { ToldPart } from '../../../../contract/console-parts.ts';
import type { DrawnButton, DrawnField } from '../../../../contract/drawn.ts';
import { type Door, decide, withSettings } from '../../../access/index.ts';
import {
  type ActingPart,
  type Catalogue,
  type Isolated,
  type NeededFormField,
  type NeededPart,
  onOneLine,
  partName,
  type ServedDefinition,
  type ShowingPart,
} from '../../../definitions/for-server.ts';
import type { Plugin } from '../../../definitions/project/define-plugin.ts';
import { AppError, badParameters } from '../../../errors.ts';
import type { Language } from '../../../messages/languages.ts';
import { type Message, render } from '../../../messages/message.ts';
import { matchingRecords } from '../../../records/index.ts';
import { message } from '../messages/message.ts';

/** Who is shown parts, and in which language. */
export interface Reader {
  readonly door: Door;
  readonly catalogue: Catalogue;
  readonly language: Language;
}

/** The parts that isolated plug-ins were granted and the caller is shown. */
export function describedParts(plugins: readonly Plugin[], reader: Reader): ToldPart[] {
  return plugins.flatMap(({ name: plugin, isolated }) =>
    Object.entries(isolated?.parts() ?? {}).flatMap(([name, part]) => {
      const common = { name: partName(plugin, name), plugin, script: null, style: null };
      const told = tell(name, part, reader);
      return told ? { ...common, ...told } : [];
    }),
  );
}

type Told = Omit<ToldPart, 'name' | 'plugin' | 'script' | 'style'>;

function tell(name: string, part: NeededPart, { door, catalogue, language }: Reader): Told | undefined {
  if (part.kind === 'cell' || part.kind === 'control')
    return { kind: part.kind, described: { part: name, look: part.look } };
  const collections = collectionsFor(part, door, catalogue);
  if (!collections) return undefined;
  if (part.kind !== 'action') return tellShowing(name, part, collections, language);
  const { on = ['one', 'many'] } = part;
  if (on.length === 0) return undefined; // a button of another part runs it
  const { label, confirm, form } = buttonOf(name, part, language);
  return {
    kind: 'action',
    label,
    collections,
    on,
    ...(confirm && { confirm }),
    described: { part: name, form },
  };
}

function tellShowing(
  name: string,
  { kind, label, icon }: ShowingPart,
  collections: readonly string[],
  language: Language,
): Told {
  return {
    kind,
    label: words(label, language),
    ...(icon && { icon }),
    ...(kind === 'tab' && { collections }),
    described: { part: name },
  };
}

/** Finds the button of an action that a plug-in was granted and the caller may run. */
export function buttonFinder(isolated: Isolated, { door, catalogue, language }: Reader) {
  const parts = isolated.parts();
  return (action: string): DrawnButton | undefined => {
    const part = Object.hasOwn(parts, action) ? parts[action] : undefined;
    if (part?.kind !== 'action' || !collectionsFor(part, door, catalogue)) return undefined;
    return buttonOf(action, part, language);
  };
}

function buttonOf(
  action: string,
  { label, confirm, form = {} }: ActingPart,
  language: Language,
): DrawnButton {
  return {
    kind: 'button',
    action,
    label: words(label, language),
    ...(confirm !== undefined && { confirm: words(confirm, language) }),
    form: Object.entries(form).map(([name, field]): DrawnField => {
      const { kind, required = false, max, choices } = field;
      return {
        name,
        kind,
        label: words(field.label, language),
        required,
        ...(kind === 'text' && { max: max ?? MOST_TEXT }),
        ...(choices && {
          choices: Object.entries(choices).map(([value, text]) => ({ value, label: words(text, language) })),
        }),
      };
    }),
  };
}

/** The most characters of a text in a form that sets no bound. */
export const MOST_TEXT = 1000;

function words(text: ActingPart['label'], language: Language): string {
  return onOneLine(render(text, language));
}

type Form = Readonly<Record<string, NeededFormField>>;
type Values = Readonly<Record<string, unknown>>;

/** What a user has filled into the form of an action. Throws for a value that its field does not take. */
export function readForm(form: Form, sent: Values): Values {
  const strange = Object.keys(sent).filter((name) => !Object.hasOwn(form, name));
  const problems = [
    ...strange.map((name) => [
      name,
      message('formHasNoField', { names: Object.keys(form).join(', ') || '–' }),
    ]),
    ...Object.entries(form).flatMap(([name, field]) => {
      const problem = problemOf(field, Object.hasOwn(sent, name) ? sent[name] : undefined);
      return problem ? [[name, problem]] : [];
    }),
  ] as const;
  if (problems.length > 0)
    throw badParameters(
      Object.fromEntries(problems.map(([name, problem]) => [`values.${name as string}`, problem as Message])),
    );
  return Object.fromEntries(Object.keys(form).map((name) => [name, sent[name] ?? null]));
}

function problemOf(
  { kind, required, max = MOST_TEXT, choices = {} }: NeededFormField,
  value: unknown,
): Message | undefined {
  const isEmpty = value === undefined || value === null || value === '';
  if (isEmpty) return required ? message('formNeedsField') : undefined;
  switch (kind) {
    case 'text':
      return typeof value === 'string' && Array.from(value).length <= max
        ? undefined
        : message('formNeedsText', { max });
    case 'number':
      return Number.isFinite(value) ? undefined : message('formNeedsNumber');
    case 'boolean':
      return typeof value === 'boolean' ? undefined : message('formNeedsBoolean');
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(choices, value)
        ? undefined
        : message('formNeedsChoice', { allowed: Object.keys(choices).join(', ') });
  }
}

type PlacedPart = ShowingPart | ActingPart;

/** What users need to be allowed with the collections of a part. */
function rightOf({ kind, right }: PlacedPart) {
  return right ?? (kind === 'action' ? 'update' : 'read');
}

/** The collections of a part with which the caller may do what it is about; undefined if it is not for them. */
export function collectionsFor(
  part: PlacedPart,
  { actor, admission }: Door,
  { served }: Catalogue,
): readonly string[] | undefined {
  const { collections = [] } = part;
  const allowed = collections.filter((name) => {
    const rule = served.find((one) => one.name === name)?.access[rightOf(part)];
    return rule !== undefined && decide(actor, withSettings(rule, admission.switchedOff)).allowed;
  });
  const isOfRecords = part.kind === 'tab' || part.kind === 'action';
  const isFor = isOfRecords ? allowed.length > 0 : allowed.length === collections.length;
  return isFor ? allowed : undefined;
}

/** Some records of one collection of a part. */
export interface OfRecords {
  readonly collection: string;
  readonly ids: readonly bigint[];
}

/** Throws unless the caller may see these records, and do with each what the part is about. */
export async function requireRecordsOf(
  part: PlacedPart,
  { collection, ids }: OfRecords,
  door: Door,
  catalogue: Catalogue,
): Promise<void> {
  const definition = catalogue.served.find(({ name }) => name === collection);
  if (!definition || !part.collections?.includes(collection)) throw new AppError('recordNotFound');
  const wanted = [...new Set(ids)];
  const found = await reachedRecords(part, wanted, definition, door);
  if (found.length < wanted.length) throw new AppError('recordNotFound');
}

async function reachedRecords(
  part: PlacedPart,
  ids: readonly bigint[],
  definition: ServedDefinition,
  door: Door,
): Promise<readonly object[]> {
  const right = rightOf(part);
  const { reads, records } = await door.reach(definition, 'read', ...(right === 'read' ? [] : [right]));
  if (ids.length === 0) return [];
  const found = await reads.where(definition, (select) => select.where('id', 'in', ids));
  return matchingRecords(reads, definition, records, found);
}
