import type { ReadStream } from 'node:tty';
import { Misuse } from '../../module/commands/command.ts';

/** Longer than any password. */
const MOST_CHARACTERS = 1024;
const FITTING = /^[^\p{C}]{8,128}$/u;

type Input = AsyncIterable<Buffer> & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;

/**
 * Reads a new password: twice from a terminal, without showing it; otherwise the first line of the input. Never from an
 * argument, which every user of the machine could read. Throws Misuse if it is not allowed.
 */
export async function readPassword(input: Input, print: (text: string) => void): Promise<string> {
  const characters = charactersOf(input);
  try {
    const password = await (input.isTTY ? askTwice(input, characters, print) : firstLine(characters));
    if (!FITTING.test(password)) throw new Misuse('a password has 8 to 128 printable characters');
    return password;
  } finally {
    await characters.return();
  }
}

async function askTwice(
  input: Input,
  characters: Characters,
  print: (text: string) => void,
): Promise<string> {
  input.setRawMode?.(true); // so that the terminal does not show what is typed
  try {
    print('New password: ');
    const password = await typedLine(characters);
    print('\nOnce more: ');
    const again = await typedLine(characters);
    print('\n');
    if (again !== password) throw new Misuse('the passwords differ');
    return password;
  } finally {
    input.setRawMode?.(false);
  }
}

type Characters = AsyncGenerator<string, void, void>;

async function* charactersOf(input: Input): Characters {
  const decoder = new TextDecoder();
  for await (const chunk of input) yield* decoder.decode(chunk, { stream: true });
}

/** The characters up to the end of the line or of the input. */
async function firstLine(characters: Characters): Promise<string> {
  let line = '';
  for await (const one of characters) {
    if (one === '\n' || line.length > MOST_CHARACTERS) break;
    line += one;
  }
  return line.replace(/\r$/, '');
}

/** Reads until Enter. A terminal in raw mode does not interpret keys, so this does. */
async function typedLine(characters: Characters): Promise<string> {
  const typed: string[] = [];
  for (;;) {
    const { value: one = '\u0004' } = await characters.next();
    if (one === '\r' || one === '\n') return typed.join('');
    if (one === '\u0003' || one === '\u0004') throw new Misuse('no password was typed');
    if (one === '\b' || one === '\u007f') typed.pop();
    else typed.push(one);
  }
}
