/** What a command of `loupe` is, and where it reads and writes: nothing else of it knows the process. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartFailure } from '../../devnet/start-failure';
import { harmlessText } from '../../src/core/text/harmless';

/** The terminal and the surroundings of a command. */
export type Io = {
  /** Writes to the standard output, as it is. */
  out(text: string): void;
  /** Writes to the standard error, as it is. */
  err(text: string): void;
  /** Whether a person reads the standard output: colours, and lines of the window's width. */
  isTerminal: boolean;
  /** Whether a person reads the standard error: progress. */
  isErrTerminal: boolean;
  /** Characters of a line. */
  width: number;
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
};

export type Command = {
  name: string;
  /** One line of the list of commands. */
  summary: string;
  /** Arguments, options and an example. */
  usage: string;
  /** Returns 0 as asked · 1 not as asked, and it said why · 2 not begun. Throws a `StartFailure` for the last. */
  run(given: readonly string[], io: Io): Promise<number>;
};

/** Characters of a sentence on the standard error. */
const SENTENCE = 500;
/** Words of it that are cut in the middle: what was given on the command line has any length. */
const LONG_WORD = /(\S{100})\S{60,}(\S{40})/g;

/** Says a sentence on the standard error, on a line of its own, without what a terminal would obey: names of files are in it, and words of endpoints. */
export function complain({ err }: Pick<Io, 'err'>, sentence: string): void {
  err(`${harmlessText(sentence.replace(LONG_WORD, '$1…$2'), SENTENCE)}\n`);
}

/** Arguments that a command does not take: its help says more. */
export class BadArguments extends StartFailure {}

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>>;

/**
 * Reads arguments: the values of options, and exactly so many others as `names` has; a name in brackets may be left
 * out, one that ends with `…` may be several. Throws a `StartFailure` that names what is wrong.
 */
export function readArguments<T extends Options>(
  given: readonly string[],
  options: T,
  names: readonly string[],
): Read<T> {
  const read = parse(given, options);
  const least = names.filter((name) => !name.startsWith('[')).length;
  const most = names.some((name) => name.includes('…')) ? Number.POSITIVE_INFINITY : names.length;
  const { positionals } = read;
  const missing = names[positionals.length];
  if (positionals.length < least) throw new BadArguments(`${missing} is missing.`);
  if (positionals.length > most) throw new BadArguments(`"${positionals[most]}" is one argument too many.`);
  return read;
}

function parse<T extends Options>(given: readonly string[], options: T): Read<T> {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    const [, dashed] = /^Option '(--[\w-]+)' argument is ambiguous/.exec((error as Error).message) ?? [];
    if (dashed !== undefined) throw new BadArguments(`${dashed} takes a value, which begins with no dash.`);
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new BadArguments(`${sentence.replace(/\.$/, '')}.`);
  }
}

/** Parses a number of an option, from `least` to `most`; `otherwise` where it is not given. Throws a `StartFailure`. */
export function readNumber<T>(option: string, text: string | undefined, otherwise: T, least = 0, most = 2 ** 53 - 1) {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new StartFailure(`${option} takes a number from ${least}${most < 2 ** 53 - 1 ? ` to ${most}` : ' on'}.`);
}

/** Parses an argument that is hex of `bytes` bytes, and returns it in lower case. Throws a `StartFailure` that says what it is to be. */
export function readHex<T extends string>(text: string | undefined, bytes: number, what: string): T {
  if (text !== undefined && new RegExp(`^0x[\\da-f]{${bytes * 2}}$`, 'i').test(text)) return text.toLowerCase() as T;
  throw new StartFailure(`${what} is 0x and ${bytes * 2} hex digits.`);
}
