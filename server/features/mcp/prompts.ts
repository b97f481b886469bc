import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { badParameters, isRefusal } from '../../errors.ts';
import { type Message, render } from '../../messages/message.ts';
import type { Calling } from './call-tool.ts';
import { message } from './messages/message.ts';
import { readResource, recordUri } from './resources.ts';
import { type CallParams, loadSdk } from './sdk.ts';

/** The most characters of what a person gives to a prompt. */
const MOST_GIVEN = 5000;
/** The most completions of an argument that the protocol allows. */
const MOST_COMPLETIONS = 100;

type Given = Readonly<Record<string, string>>;

/** A task that a person picks for their agent. */
interface Prompt {
  readonly name: 'write_record' | 'translate_record' | 'review_proposal';
  readonly title: Message;
  readonly needs: Readonly<Record<string, Message>>;
  readonly text: (given: Given, definition: ServedDefinition | undefined) => Message;
}

const COLLECTION = { collection: message('mcpCollection') };

const PROMPTS: readonly Prompt[] = [
  {
    name: 'write_record',
    title: message('writeRecord'),
    needs: { ...COLLECTION, about: message('writeAbout') },
    text: ({ about = '' }, definition) =>
      message('writeRecordTask', { label: definition?.label ?? '', name: definition?.name ?? '', about }),
  },
  {
    name: 'translate_record',
    title: message('translateRecord'),
    needs: { ...COLLECTION, id: message('mcpId'), locale: message('mcpLocale') },
    text: ({ id = '', locale = '' }, definition) =>
      message('translateRecordTask', { label: definition?.label ?? '', id, locale }),
  },
  {
    name: 'review_proposal',
    title: message('reviewProposal'),
    needs: { id: message('mcpProposalId') },
    text: ({ id = '' }) => message('reviewProposalTask', { id }),
  },
];

/** The prompts whose tools the caller has. */
function promptsOf({ reachable, locales }: Calling): readonly Prompt[] {
  if (reachable.writable.length === 0) return [];
  return PROMPTS.filter(({ name }) => name !== 'translate_record' || locales.length > 0);
}

/** The prompts, as the protocol lists them. */
export function listedPrompts(calling: Calling): object[] {
  return promptsOf(calling).map(({ name, title, needs }) => ({
    name,
    title: render(title, calling.language),
    description: render(title, calling.language),
    arguments: Object.entries(needs).map(([key, about]) => ({
      name: key,
      description: render(about, calling.language),
      required: true,
    })),
  }));
}

/** A prompt with what a person gave to it. Throws an error of the protocol that says what is missing. */
export async function filledPrompt(calling: Calling, { name, arguments: given = {} }: CallParams) {
  try {
    const prompt = promptsOf(calling).find((one) => one.name === name);
    if (!prompt)
      throw badParameters({
        name: message('notOneOf', { allowed: promptsOf(calling).map((one) => one.name) }),
      });
    return await fill(calling, prompt, textsIn(prompt, given));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { ProtocolError, ProtocolErrorCode } = await loadSdk();
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, render(error.text, calling.language));
  }
}

async function fill(calling: Calling, prompt: Prompt, given: Given): Promise<object> {
  const { language } = calling;
  const definition = 'collection' in prompt.needs ? collectionOf(calling, given.collection) : undefined;
  const said = {
    role: 'user',
    content: { type: 'text', text: render(prompt.text(given, definition), language) },
  };
  const description = render(prompt.title, language);
  if (prompt.name !== 'translate_record') return { description, messages: [said] };
  const { contents } = await readResource(calling, recordUri(given.collection ?? '', given.id));
  const shown = contents.map((resource) => ({ role: 'user', content: { type: 'resource', resource } }));
  return { description, messages: [said, ...shown] };
}

function textsIn({ needs }: Prompt, given: NonNullable<CallParams['arguments']>): Given {
  return Object.fromEntries(
    Object.keys(needs).map((key) => {
      const value = given[key];
      if (typeof value !== 'string' || value.trim() === '')
        throw badParameters({ [key]: message('missing') });
      if (value.length > MOST_GIVEN) throw badParameters({ [key]: message('tooLong', { max: MOST_GIVEN }) });
      return [key, value];
    }),
  );
}

function collectionOf({ reachable }: Calling, name: string | undefined): ServedDefinition {
  const found = reachable.writable.find((one) => one.name === name);
  if (found) return found;
  throw badParameters({
    collection: message('notOneOf', { allowed: reachable.writable.map((one) => one.name) }),
  });
}

/** What an argument of a prompt or an address may begin with these letters. */
export function completionsOf({ reachable, locales }: Calling, name = '', begun = ''): object {
  const known: Readonly<Record<string, readonly string[]>> = {
    collection: reachable.readable.map((one) => one.name),
    locale: locales,
  };
  const all = (Object.hasOwn(known, name) ? known[name] : undefined) ?? [];
  const values = all.filter((one) => one.startsWith(begun));
  return {
    completion: {
      values: values.slice(0, MOST_COMPLETIONS),
      total: values.length,
      hasMore: values.length > MOST_COMPLETIONS,
    },
  };
}
