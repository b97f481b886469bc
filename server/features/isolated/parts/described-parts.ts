import type { ToldPart } from '../../../../contract/console-parts.ts';
import type { DrawnButton, DrawnField } from '../../../../contract/drawn.ts';
import type { Door } from '../../../access/index.ts';
import {
  type ActingPart,
  type Catalogue,
  type Isolated,
  type NeededPart,
  onOneLine,
  partName,
  type ShowingPart,
} from '../../../definitions/for-server.ts';
import type { Plugin } from '../../../definitions/project/define-plugin.ts';
import type { Language } from '../../../messages/languages.ts';
import { render } from '../../../messages/message.ts';
import { collectionsFor } from './part-access.ts';

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
